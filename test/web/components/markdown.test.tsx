import { render } from '@testing-library/react';
import { Markdown } from '#web/components/markdown.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { hostileMarkdown } from '#test/support/hostile-text.ts';

const renderMarkdown = (text: string): HTMLElement => render(<Markdown text={text} />).container;

describe('Markdown from other people', () => {
  it('shows text, lists and tables', () => {
    const page = renderMarkdown(
      '# Title\n\nSome **bold** text\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    );
    expect(page.querySelector('strong')?.textContent).toBe('bold');
    expect([...page.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'one',
      'two',
    ]);
    expect(page.querySelectorAll('td')).toHaveLength(2);
    expect(page.querySelector('h1, h2')).toBeNull();
    expect(page.querySelector('h3')?.textContent).toBe('Title');
  });

  it.each([
    ['# a\n## b\n### c\n## d', 'H3 H4 H5 H4'],
    ['## a\n## b\n#### c', 'H3 H3 H4'],
    ['###### a\n# b\n###### c', 'H3 H3 H4'],
    ['# a\n## b\n### c\n#### d\n##### e', 'H3 H4 H5 H6 H6'],
  ])('puts headings below those of the page without skipped levels: %j', (text, levels) => {
    const headings = renderMarkdown(text).querySelectorAll('h1, h2, h3, h4, h5, h6');
    expect([...headings].map(({ tagName }) => tagName).join(' ')).toBe(levels);
  });

  it.each(['https://a.example/', 'http://a.example/'])(
    'opens %s in a new tab and labels the link accordingly',
    (address) => {
      const link = renderMarkdown(`[there](${address})`).querySelector('a');
      expect(link?.href).toBe(address);
      expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer']);
      expect(link?.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe(
        'Opens in a new tab',
      );
    },
  );

  it('opens e-mail links without a new tab', () => {
    const link = renderMarkdown('[Ada](mailto:ada@example.com)').querySelector('a');
    expect([link?.href, link?.target]).toEqual(['mailto:ada@example.com', '']);
    expect(link?.textContent).toBe('Ada');
  });

  /** The names of forbidden elements that a text has produced. */
  const broughtBy = (page: HTMLElement): string[] => {
    const odd = 'script, img, svg, iframe, style, form, input, object, embed, math, details';
    const links = [...page.querySelectorAll('a')].filter(({ href }) => href !== '');
    return [
      ...[...page.querySelectorAll(`.markdown :is(${odd})`)]
        // The icon of a link, which is not part of the text.
        .filter((one) => !one.closest('a[target] [role="img"]'))
        .map(({ tagName }) => tagName),
      ...links.map(({ protocol }) => protocol).filter((name) => !/^(https?|mailto):$/.test(name)),
      ...[...page.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
    ];
  };

  it.each([
    ['text', (text: string) => <Markdown text={text} />],
    ['a message', (text: string) => <RichText text={text} />],
  ])('contains no forbidden elements, handlers or links, as %s', (_, draw) => {
    expect(hostileMarkdown.length).toBeGreaterThan(200);
    const brought = hostileMarkdown.map((text) => {
      const { container, unmount } = render(draw(text));
      const found = [text, broughtBy(container)];
      unmount();
      return found;
    });
    expect(brought.filter(([, found]) => found?.length)).toEqual([]);
    expect(window).not.toHaveProperty('hit');
  });
});
