import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import type { Loopback } from '#test/support/loopback.ts';
import { ConnectedIntegrationsPage } from '#web/pages/integrations/list.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import {
  aliases,
  dialog,
  field,
  fill,
  openService,
  rowOf,
  serveSameAnswer,
  serviceOf,
} from './integration-page.ts';

let product: Embedded;
let service: Loopback;
/** Account ids by alias. */
const ids: Record<string, string> = {};

const connect = async (cspName: string, alias: string, group: string, values: object) => {
  const input = { cspName, alias, groups: [group], values: { ...values } };
  const { accountId } = await product.api.integrations.createIntegration(input);
  ids[alias] = accountId;
};

beforeAll(async () => {
  service = await openService();
  product = await openEmbedded({ OUTGOING_ALLOW: new URL(service.endpoint).host });
  await connect('rest_api', 'Host manager', 'hosts', serviceOf(service));
  await connect('rest_api', 'Wrong token', 'hosts', serviceOf(service, 'wrong'));
  await connect('google_chat', 'Team chat', 'chats', {
    webhook_url: 'https://chat.googleapis.com/v1/spaces/x',
  });
});

beforeEach(() => connectToEmbedded(product));

afterAll(async () => {
  await product.close();
  await service.close();
});

const openList = (search = '') =>
  renderPage(<ConnectedIntegrationsPage />, {
    path: '/integrations/list',
    at: `/integrations/list${search}`,
  });

const choose = async (alias: string, actionName: string) => {
  await clickWhenEnabled(`Actions for ${alias}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: actionName }));
};

describe('the list of integrations', () => {
  it('shows type, state, reason and groups of each integration, but no secret', async () => {
    const page = openList();
    await screen.findByText('Host manager');
    expect(aliases().sort()).toEqual(['Host manager', 'Team chat', 'Wrong token']);
    const row = rowOf('Team chat');
    expect(await row.findByText('Google Chat')).toBeVisible();
    expect(row.getByText('Not tested')).toBeVisible();
    expect(row.getByText(/has not been tested/)).toBeVisible();
    expect(row.getByText('chats')).toBeVisible();
    expect(page.container.textContent).not.toMatch(/right|spaces/);
  });

  it.each([
    ['alias=chat', ['Team chat']],
    ['integration_type=google_chat,jira', ['Team chat']],
    ['group=hosts', ['Host manager', 'Wrong token']],
    ['state=INACTIVE&integration_type=rest_api', ['Host manager', 'Wrong token']],
    ['agentTag=frankfurt', []],
    ['page_number=nonsense&state=NONE&alias=x', ['Host manager', 'Team chat', 'Wrong token']],
  ])('reads its filter from the address: %s', async (search, visibleAliases) => {
    openList(`?${search}`);
    await waitFor(() => expect(aliases().sort()).toEqual(visibleAliases));
  });

  it('filters by account id and state, and clears the filter', async () => {
    const page = openList(`?accountId=${ids['Team chat']}&state=ACTIVE`);
    await screen.findByText('No integrations match the filter.');
    await clickWhenEnabled('Clear filters');
    await screen.findByText('Host manager');
    expect(addressOf(page)).toBe('/integrations/list?page_number=1');
  });

  it('finds integrations by the name of an agent', async () => {
    const { agents, integrations } = product.api;
    const integration = { cspName: 'linux', alias: 'Edge hosts', groups: ['hosts'] };
    const { accountId: integration_id } = await integrations.createIntegration(integration);
    const agent = { name: 'Frankfurt 1', integration_id, integration_type: 'linux' as const };
    await agents.createAgent(agent);
    const page = openList();
    await userEvent.type(await screen.findByLabelText('Find by agent'), 'frankfurt');
    await waitFor(() => expect(aliases()).toEqual(['Edge hosts']));
    expect(addressOf(page)).toContain('agentTag=frankfurt');
    await integrations.deleteIntegration({ accountId: integration_id });
  });

  it.each([
    ['Find by alias', 'x', 'There should be more than 1 character.'],
    ['Find by integration ID', 'xy', 'There should be more than 2 characters.'],
  ])('shows in %s that the text is too short', async (label, text, sentence) => {
    openList();
    await userEvent.type(await screen.findByLabelText(label), text);
    await screen.findByText(sentence);
  });

  it('links to the bots that use an integration', async () => {
    openList();
    await clickWhenEnabled('Actions for Team chat');
    const entry = await screen.findByRole('menuitem', { name: 'Go to bots' });
    expect(entry).toHaveAttribute('href', `#/bots?integrationId=${ids['Team chat']}`);
  });

  it('shows a missing permission', async () => {
    const peer = await serveSameAnswer(403, 'Your role Viewer does not allow read_integration.');
    openList();
    await screen.findByRole('heading', { name: 'You have no access to integrations', level: 1 });
    await peer.close();
  });
});

describe('testing a connection', () => {
  it('reports an established connection and shows the integration as active', async () => {
    openList();
    await choose('Host manager', 'Test connection');
    await screen.findByText('Connection established');
    await rowOf('Host manager').findByText('Active');
  });

  it('reports a failed test and shows the integration with an error', async () => {
    openList();
    await choose('Wrong token', 'Test connection');
    await screen.findByText('Test Failed');
    await rowOf('Wrong token').findByText('Error');
  });

  it('asks before the test sends a message', async () => {
    openList();
    await choose('Team chat', 'Test connection');
    const question = await dialog();
    expect(question.getByText(/only be tested by a message/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    const { integrationState } = await product.api.integrations.getIntegration({
      accountId: ids['Team chat'] ?? '',
    });
    expect(integrationState).toBe('INACTIVE');
  });
});

describe('the dialog to edit an integration', () => {
  it('keeps the stored values and secrets of blank fields', async () => {
    openList();
    await choose('Wrong token', 'Edit');
    await screen.findByText('A field that you leave blank keeps its stored value.');
    expect(field('Token')).toHaveValue('');
    fill('Alias', 'Old token');
    await clickWhenEnabled('Save integration');
    await screen.findByText('Integration saved');
    await screen.findByText('Old token');
    const { values, credentials } = await product.api.integrations.getIntegration({
      accountId: ids['Wrong token'] ?? '',
    });
    expect(values).toMatchObject({ test_path: '/me', auth_type: 'bearer' });
    expect(Object.keys(credentials)).toEqual(['token']);
  });

  it("shows the server's refusal at its field", async () => {
    openList();
    await choose('Team chat', 'Edit');
    await screen.findByRole('button', { name: 'Save integration' });
    fill('Alias', 'host MANAGER');
    await clickWhenEnabled('Save integration');
    await screen.findByText('Alias already exists');
    await waitFor(() => expect(field('Alias')).toHaveFocus());
  });

  it('requires the secret again before it may be sent to another host', async () => {
    openList();
    await choose('Host manager', 'Edit');
    await screen.findByRole('button', { name: 'Save integration' });
    fill('API address', 'https://evil.example.com');
    await clickWhenEnabled('Save integration');
    await screen.findByText(
      'Enter the secret again, because it will also be sent to evil.example.com.',
    );
    expect(screen.queryByText(/Leave blank to keep the stored value/)).toBeNull();
  });
});

describe('an optional stored value', () => {
  it('stays stored when left blank, and is removed by its button', async () => {
    const hosts = 'files.example.com';
    await connect('rest_api', 'Two hosts', 'hosts', {
      ...serviceOf(service),
      further_hosts: hosts,
    });
    const accountId = ids['Two hosts'] ?? '';
    const stored = async () =>
      (await product.api.integrations.getIntegration({ accountId })).scopes;
    expect(await stored()).toContain(hosts);
    const remove = 'Remove Additional allowed hosts';
    const edit = async () => {
      await choose('Two hosts', 'Edit');
      await screen.findByRole('button', { name: remove });
    };
    openList();
    await edit();
    fill('Additional allowed hosts - optional', '');
    await clickWhenEnabled('Save integration');
    await screen.findByText('Integration saved');
    expect(await stored()).toContain(hosts);
    await edit();
    await clickWhenEnabled(remove);
    expect(screen.getByText('It is removed when you save.')).toBeVisible();
    await clickWhenEnabled('Save integration');
    await waitFor(async () => expect(await stored()).not.toContain(hosts));
  });
});

describe('deleting an integration', () => {
  it('shows the consequences and the bots that use the integration first', async () => {
    await connect('rest_api', 'To be deleted', 'hosts', serviceOf(service));
    const integration = { type: 'rest_api', id: ids['To be deleted'] ?? '' };
    await product.api.bots.createBot({
      name: 'Count hosts',
      graph: draw('start -> call:http_request -> end', { call: { integration } }),
    });
    openList();
    await choose('To be deleted', 'Delete');
    const question = await dialog();
    expect(question.getByText(/Bots that still use it fail at that node/)).toBeVisible();
    await question.findByRole('link', { name: 'Count hosts' });
    expect(question.queryByText('No bot uses it.')).toBeNull();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Integration deleted');
    await waitFor(() => expect(aliases()).not.toContain('To be deleted'));
  });
});
