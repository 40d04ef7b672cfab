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
  it('leads to the catalogue in a tab of its own, so that no graph is lost', () => {
    open('http_request');
    expect(way()).toHaveAttribute('href', '#/integrations');
    expect(way()).toHaveAttribute('target', '_blank');
  });

  it('offers those that fit the node, below the names of their types, with their states', () => {
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

  it('says what is wrong with the one that was chosen', () => {
    const integration = { type: 'jira', id: 'int_2' };
    open('http_request', false, { method: 'GET', url: '/', integration });
    expect(screen.getByText('Its last test failed.')).toBeVisible();
  });

  it('leads nowhere where the bot is only looked at', () => {
    open('http_request', true);
    expect(way()).toBeNull();
  });
});
