import { fireEvent, render, screen } from '@testing-library/react';
import { SearchBox } from '#web/components/search-box.tsx';

/** A search box; `apply` gives it the search that the page has taken over. */
const renderSearchBox = () => {
  const searches: (string | undefined)[] = [];
  const withValue = (value: string | undefined) => (
    <SearchBox label="Find" value={value} onSearch={(text) => searches.push(text)} />
  );
  const { rerender } = render(withValue(undefined));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find' });
  return {
    field,
    searches,
    apply: (value: string | undefined) => rerender(withValue(value)),
    search: (text: string) => {
      fireEvent.change(field, { target: { value: text } });
      fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    },
  };
};

describe('a search field', () => {
  it('keeps characters that were typed while its search started', () => {
    const { field, searches, apply, search } = renderSearchBox();
    search('sample');
    expect(searches).toEqual(['sample']);
    fireEvent.change(field, { target: { value: 'sample/' } });
    apply('sample');
    expect(field.value).toBe('sample/');
  });

  it('shows a search that its page cleared or restored', () => {
    const { field, apply, search } = renderSearchBox();
    search('sample');
    apply('sample');
    apply(undefined);
    expect(field.value).toBe('');
    apply('sample');
    expect(field.value).toBe('sample');
  });
});
