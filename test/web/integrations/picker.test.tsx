import { act, screen } from '@testing-library/react';
import { open } from '../bots/form.tsx';

type Wrapper = ReturnType<typeof open>['wrapper'];

const integrationSelect = (wrapper: Wrapper) =>
  wrapper
    .findAllFormFields()
    .find((field) => field.findLabel()?.getElement().textContent?.startsWith('Integration'))
    ?.findControl()
    ?.findSelect();

const way = () => screen.queryByRole('link', { name: /^Connect an integration/ });

describe('the choice of an integration in a node', () => {
  it('links to the catalogue in a new tab', () => {
    open('http_request');
    expect(way()).toHaveAttribute('href', '#/integrations');
    expect(way()).toHaveAttribute('target', '_blank');
  });

  it('offers the integrations that fit the node, grouped by type, with errors', () => {
    const { wrapper } = open('http_request');
    const select = integrationSelect(wrapper);
    act(() => select?.openDropdown());
    const dropdown = select?.findDropdown();
    const headings = dropdown?.findGroups().map((group) => group.getElement().textContent);
    expect(headings).toEqual([
      expect.stringContaining('GitHub'),
      expect.stringContaining('Jira'),
    ]);
    const texts = dropdown?.findOptions().map((option) => option.getElement().textContent);
    expect(texts).toEqual(['None', 'Repositories', 'TicketsError']);
  });

  it('shows the problem of the chosen integration', () => {
    const integration = { type: 'jira', id: 'int_2' };
    open('http_request', false, { method: 'GET', url: '/', integration });
    expect(screen.getByText('Its last test failed.')).toBeVisible();
  });

  it('shows no link to the catalogue in a read-only bot', () => {
    open('http_request', true);
    expect(way()).toBeNull();
  });
});
