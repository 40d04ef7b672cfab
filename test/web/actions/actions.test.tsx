import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { actions } from '#web/api/actions.ts';
import { integrations } from '#web/api/integrations.ts';
import { ActionsPage } from '#web/pages/actions/actions.tsx';
import { TestAction } from '#web/pages/actions/test-action.tsx';
import { Versions } from '#web/pages/actions/versions.tsx';
import '../file-bytes.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
let approver: string;

beforeAll(async () => {
  product = await openEmbedded();
  approver = (
    await inviteAndSignIn(product, { email: 'app@example.com', roles: ['role_approver'] })
  ).token;
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const open = (query = '') =>
  renderPage(<ActionsPage />, { path: '/actions', at: `/actions${query}` });

const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);

describe('the page of actions', () => {
  it('lists ten actions a page and opens the details of an action', async () => {
    const page = open();
    const name = await screen.findByRole('button', { name: 'Acknowledge a PagerDuty incident' });
    expect(names()).toHaveLength(10);
    await userEvent.click(name);
    expect(addressOf(page)).toBe('/actions?selectedItem=pagerduty.acknowledge_incident');
    expect(await screen.findByText('PUT /incidents/{incident}')).toBeVisible();
    expect(screen.getByText('Its id, such as PT4KHLK.')).toBeVisible();
  });

  it('filters by the address and clears the filters', async () => {
    const page = open('?integrationType=okta&approvalRequired=false&itemCount=20');
    await waitFor(() =>
      expect(names()).toEqual([
        'Lift the suspension of an Okta user',
        'Read an Okta user',
        'Unlock an Okta user',
      ]),
    );
    const clear = screen.getByRole('button', { name: /^Clear/ });
    await userEvent.click(clear);
    await waitFor(() => expect(names()).toHaveLength(20));
    expect(addressOf(page)).toBe('/actions?itemCount=20&page=1');
  });

  it('finds actions of an AWS service and offers only types with actions', async () => {
    open('?integrationType=guardduty');
    await waitFor(() => expect(names()).toContain('List GuardDuty detectors'));
    await userEvent.click(await screen.findByRole('button', { name: /Amazon GuardDuty$/ }));
    await screen.findByRole('option', { name: 'Okta' });
    expect(screen.queryByRole('option', { name: 'SMTP mail server' })).not.toBeInTheDocument();
  });

  it('finds actions by words', async () => {
    open('?search_action=jira%20issue');
    await waitFor(() => expect(names()).toContain('Create a Jira issue'));
    expect(names().every((name) => name?.includes('Jira'))).toBe(true);
  });

  it('reports an action that does not exist', async () => {
    open('?selectedItem=slack.nothing');
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  });

  it('refuses users without the permission and names the permission', async () => {
    connectToEmbedded({ ...product, api_key: approver });
    open();
    expect(await screen.findByText(/read_action/)).toBeVisible();
    expect(within(document.body).queryByRole('table')).not.toBeInTheDocument();
  });

  it('shows how to create an action while there are no own actions', async () => {
    open('?owner=self');
    expect(await screen.findByText('No Actions Found')).toBeVisible();
    expect(screen.getByText('Create a new action to get started')).toBeVisible();
  });

  it('shows missing values of a new action at their fields', async () => {
    open();
    await screen.findAllByRole('rowheader');
    await userEvent.click(screen.getByRole('button', { name: 'Create action' }));
    expect(await screen.findByText('No parameters added')).toBeVisible();
    for (const button of screen.getAllByRole('button', { name: 'Create action' })) {
      // The first opens the panel; the other one belongs to the form.
      // oxlint-disable-next-line no-await-in-loop -- One after the other, as people do.
      await userEvent.click(button);
    }
    for (const sentence of ['Please enter name', 'Please enter description', 'Please enter path']) {
      expect(screen.getByText(sentence)).toBeVisible();
    }
  });

  it('requires approval for a copied agent action that changes something', async () => {
    const action_id = 'kubernetes.restart_deployment';
    const { _id, name } = await actions.duplicateAction({ action_id });
    open(`?owner=self&selectedItem=${_id}`);
    const [menu] = await screen.findAllByRole('button', { name: `Actions for ${name}` });
    if (!menu) throw new Error('There is no menu.');
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    expect(await screen.findByText('kubernetes.restart', { selector: 'span' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Approval required/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save action' }));
    const reason = 'This work changes something: require approval.';
    expect((await screen.findAllByText(reason))[0]).toBeVisible();
    await actions.deleteAction({ action_id: _id });
  });

  it('asks before unsaved text of an action is discarded', async () => {
    const page = open();
    const otherAction = await screen.findByRole('button', {
      name: 'Acknowledge a PagerDuty incident',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Create action' }));
    const name = () => screen.queryByRole('textbox', { name: 'Name' });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Half typed');
    const question = () => screen.findByRole('dialog', { name: 'Discard changes' });
    const keep = async () => {
      await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(name()).toHaveValue('Half typed');
    };
    const [menu] = screen.getAllByRole('button', { name: /^Actions for/ });
    if (!menu) throw new Error('There is no menu.');
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Test' }));
    await keep();
    await userEvent.click(otherAction);
    await keep();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await keep();
    await page.router.navigate('/actions?owner=all');
    await waitFor(() => expect(names()).toContain('Acknowledge a PagerDuty incident'));
    expect(name()).toHaveValue('Half typed');
    await userEvent.click(screen.getByRole('button', { name: otherAction.textContent ?? '' }));
    await userEvent.click(within(await question()).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('PUT /incidents/{incident}')).toBeVisible();
    expect(name()).toBeNull();
  });

  it("refuses to overwrite another user's save and offers to reload", async () => {
    const sharedAction = {
      name: 'Shared one',
      description: 'Reads one.',
      executable_type: 'rest' as const,
      integration_type: 'jira',
      call: { method: 'GET' as const, path: '/issue' },
    };
    const { _id } = await actions.createAction(sharedAction);
    open(`?owner=self&selectedItem=${_id}`);
    const [menu] = await screen.findAllByRole('button', { name: 'Actions for Shared one' });
    if (!menu) throw new Error('There is no menu.');
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const name = () => screen.getByRole('textbox', { name: 'Name' });
    await screen.findByRole('button', { name: 'Save action' });
    const otherUpdate = {
      ...sharedAction,
      name: 'Renamed by them',
      action_id: _id,
      base_version: 1,
    };
    await actions.updateAction(otherUpdate);
    await userEvent.type(name(), ' of mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save action' }));
    expect(await screen.findByText(/^Somebody changed this action after/)).toBeVisible();
    expect(name()).toHaveValue('Shared one of mine');
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes and reload' }));
    await waitFor(() => expect(name()).toHaveValue('Renamed by them'));
    await userEvent.type(name(), ' and me');
    await userEvent.click(screen.getByRole('button', { name: 'Save action' }));
    expect(await screen.findByText('Action Successfully Updated')).toBeVisible();
    await actions.deleteAction({ action_id: _id });
  });

  it('accepts one option on each line and keeps commas in options', async () => {
    const { _id } = await actions.createAction({
      name: 'Send to a place',
      description: 'Sends one.',
      executable_type: 'rest' as const,
      integration_type: 'jira',
      parameters_definition: [{ name: 'place', label: 'Place', options: ['Bonn, Rhine', 'Rome'] }],
      call: { method: 'GET' as const, path: '/{place}' },
    });
    open(`?owner=self&selectedItem=${_id}`);
    const [menu] = await screen.findAllByRole('button', { name: 'Actions for Send to a place' });
    if (!menu) throw new Error('There is no menu.');
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await userEvent.type(
      await screen.findByRole('textbox', { name: /^Options/ }),
      '{enter}Paris, Seine',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save action' }));
    expect(await screen.findByText('Action Successfully Updated')).toBeVisible();
    const { parameters_definition: saved } = await actions.getAction({ action_id: _id });
    expect(saved[0]?.options).toEqual(['Bonn, Rhine', 'Rome', 'Paris, Seine']);
    await actions.deleteAction({ action_id: _id });
  });

  it('deletes an own action after a confirmation', async () => {
    const { _id } = await actions.createAction({
      name: 'Look it up',
      description: 'Reads one.',
      executable_type: 'rest',
      integration_type: 'jira',
      call: { method: 'GET', path: '/issue' },
    });
    const page = open(`?owner=self&selectedItem=${_id}`);
    expect(await screen.findByText('No bot runs it.')).toBeVisible();
    const [menu] = await screen.findAllByRole('button', { name: 'Actions for Look it up' });
    if (!menu) throw new Error('There is no menu.');
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(/Are you sure you want to delete this Action\?/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No Actions Found')).toBeVisible();
    expect(addressOf(page)).toBe('/actions?owner=self');
  });

  it('imports a file with a name in use as a copy or a new version', async () => {
    const { _id } = await actions.createAction({
      name: 'Look twice',
      description: 'Reads one.',
      executable_type: 'rest',
      integration_type: 'jira',
      call: { method: 'GET', path: '/issue' },
    });
    const { text, file_name } = await actions.exportAction({ action_id: _id });
    const importFile = async (buttonName: string) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Import action' }));
      const input = await waitFor(() => {
        const found = document.querySelector<HTMLInputElement>('input[type=file]');
        if (!found) throw new Error('There is no place for a file.');
        return found;
      });
      await userEvent.upload(input, new File([text], file_name));
      await dialog.findByText(/Look twice/);
      await userEvent.click(dialog.getByRole('button', { name: 'Import action' }));
      await userEvent.click(await dialog.findByRole('button', { name: buttonName }));
    };
    open('?owner=self');
    await importFile('Import as a copy');
    expect(await screen.findByRole('heading', { name: 'Look twice copy' })).toBeVisible();
    await importFile('Import as a new version');
    await waitFor(async () => {
      expect(await actions.getAction({ action_id: _id })).toMatchObject({ version: 2 });
    });
  });

  it('shows the changes of each version of an action', async () => {
    const first = {
      name: 'Look thrice',
      description: 'Reads one.',
      executable_type: 'rest' as const,
      integration_type: 'jira',
      call: { method: 'GET' as const, path: '/issue' },
    };
    const { _id } = await actions.createAction(first);
    const call = { ...first.call, path: '/issues' };
    await actions.updateAction({ ...first, call, action_id: _id, base_version: 1 });
    renderPage(<Versions id={_id} />, { path: '/actions', at: '/actions' });
    await userEvent.click(await screen.findByRole('button', { name: 'Changes since version 1' }));
    const table = await screen.findByRole('table', { name: /^Fields of version 2/ });
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'FieldBeforeAfter',
      'Path/issue/issues',
    ]);
    expect(screen.queryByText(/since version 0/)).not.toBeInTheDocument();
  });

  it('shows twenty versions a page and restores an old version', async () => {
    const first = {
      name: 'Look often',
      description: 'The first.',
      executable_type: 'rest' as const,
      integration_type: 'jira',
      call: { method: 'GET' as const, path: '/issue' },
    };
    const { _id } = await actions.createAction(first);
    for (let version = 1; version <= 20; version += 1) {
      const changed = { ...first, description: `Change ${version}.` };
      // oxlint-disable-next-line no-await-in-loop
      await actions.updateAction({ ...changed, action_id: _id, base_version: version });
    }
    renderPage(<Versions id={_id} />, { path: '/actions', at: '/actions' });
    await screen.findByRole('button', { name: 'Changes since version 1' });
    expect(screen.queryByText('Version 1')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /Next page/ }));
    const restore = await screen.findByRole('button', { name: 'Restore version 1' });
    await waitFor(() => expect(restore).toBeEnabled());
    await userEvent.click(restore);
    expect(await screen.findByText('Version 22')).toBeVisible();
    expect(await actions.getAction({ action_id: _id })).toMatchObject({
      description: 'The first.',
    });
  });
});

const actionDetails = {
  description: 'Opens a ticket.',
  executable_type: 'python',
  integration_type: 'jira',
} as const;

describe('a Python action', () => {
  it('shows its code and its clients or that there are none', async () => {
    const clients = [
      { name: 'jira', integration_type: 'jira' },
      { name: 'hub', integration_type: 'github', read_only: true },
    ];
    const code = 'result = clients.hub.get("/user")';
    const call = { code, clients };
    const { _id } = await actions.createAction({ ...actionDetails, name: 'Open a ticket', call });
    const page = open(`?owner=self&selectedItem=${_id}`);
    expect(await screen.findByText('clients.hub')).toBeVisible();
    expect(screen.getByText('Reads only')).toBeVisible();
    expect(screen.getByText('Reads and writes')).toBeVisible();
    expect(screen.getByText('Python: jira, hub')).toBeVisible();
    expect(document.body).toHaveTextContent(code);
    page.unmount();
    const alone = { ...actionDetails, name: 'Compute', call: { code: 'result = 1' } };
    const { _id: otherId } = await actions.createAction(alone);
    open(`?owner=self&selectedItem=${otherId}`);
    expect(await screen.findByText('No clients added')).toBeVisible();
  });

  it('can be tested without an integration when it has no clients', async () => {
    const call = { code: 'result = 6 * 7' };
    const { _id } = await actions.createAction({ ...actionDetails, name: 'Compute again', call });
    renderPage(<TestAction id={_id} />, { path: '/actions', at: '/actions' });
    expect(await screen.findByText('No clients added')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Run test' }));
    expect(await screen.findByText('The action succeeded')).toBeVisible();
    expect(document.body).toHaveTextContent('"result": 42');
  });

  it('requires integrations for its clients and warns of writes in a test', async () => {
    const { accountId } = await integrations.createIntegration({
      cspName: 'jira',
      alias: 'Our tickets',
      groups: ['Ops'],
      values: { site: 'acme', email: 'ada@example.com', api_token: 'opensesame' },
    });
    const clients = [
      { name: 'tickets', integration_type: 'jira' },
      { name: 'hub', integration_type: 'github' },
    ];
    const call = { code: 'result = 1', clients };
    const { _id } = await actions.createAction({ ...actionDetails, name: 'Link a ticket', call });
    renderPage(<TestAction id={_id} />, { path: '/actions', at: '/actions' });
    const emptyText = 'No integration of the type GitHub is connected.';
    expect(await screen.findByText(emptyText)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: /Client tickets/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Our tickets' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Dry run/ }));
    expect(await screen.findByText(/may change something in the other systems/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await integrations.deleteIntegration({ accountId });
  });

  it('shows missing values of a new Python action at their fields', async () => {
    open();
    await screen.findAllByRole('rowheader');
    await userEvent.click(screen.getByRole('button', { name: 'Create action' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Type REST$/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Python' }));
    expect(await screen.findByText('No clients added')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add client' }));
    for (const button of screen.getAllByRole('button', { name: 'Create action' })) {
      // The first opens the panel; the other one belongs to the form.
      await userEvent.click(button);
    }
    expect(await screen.findByText('Please enter code')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Client 1' })).toBeVisible();
  });
});
