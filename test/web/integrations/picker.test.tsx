import { act, screen } from '@testing-library/react';
import { openNodeForm } from '../bots/node-form.tsx';

type Wrapper = ReturnType<typeof openNodeForm>['wrapper'];

const integrationSelect = (wrapper: Wrapper) =>
  wrapper
    .findAllFormFields()
    .find((field) => field.findLabel()?.getElement().textContent?.startsWith('Integration'))
    ?.findControl()
    ?.findSelect();

const queryConnectLink = () => screen.queryByRole('link', { name: /^Connect an integration/ });

describe('the choice of an integration in a node', () => {
  it('links to the catalogue in a new tab', () => {
    openNodeForm('http_request');
    expect(queryConnectLink()).toHaveAttribute('href', '#/integrations');
    expect(queryConnectLink()).toHaveAttribute('target', '_blank');
  });

  it('offers the integrations that fit the node, grouped by type, with errors', () => {
    const { wrapper } = openNodeForm('http_request');
    const select = integrationSelect(wrapper);
    act(() => select?.openDropdown());
    const dropdown = select?.findDropdown();
    const headings = dropdown?.findGroups().map((group) => group.getElement().textContent);
    expect(headings).toEqual([expect.stringContaining('GitHub'), expect.stringContaining('Jira')]);
    const texts = dropdown?.findOptions().map((option) => option.getElement().textContent);
    expect(texts).toEqual(['None', 'Repositories', 'TicketsError']);
  });

  it('shows the problem of the chosen integration', () => {
    const integration = { type: 'jira', id: 'int_2' };
    openNodeForm('http_request', false, { method: 'GET', url: '/', integration });
    expect(screen.getByText('Its last test failed.')).toBeVisible();
  });

  it('shows no link to the catalogue in a read-only bot', () => {
    openNodeForm('http_request', true);
    expect(queryConnectLink()).toBeNull();
  });
});
