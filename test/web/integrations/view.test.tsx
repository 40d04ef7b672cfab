import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import type { Loopback } from '#test/support/loopback.ts';
import { IntegrationPage } from '#web/pages/integrations/integration.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import {
  dialog,
  field,
  fill,
  openService,
  serveSameAnswer,
  serviceOf,
} from './integration-page.ts';

let product: Embedded;
let service: Loopback;

beforeAll(async () => {
  service = await openService();
  product = await openEmbedded({ OUTGOING_ALLOW: new URL(service.endpoint).host });
});

beforeEach(() => connectToEmbedded(product));

afterAll(async () => {
  await product.close();
  await service.close();
});

const connect = async (alias: string, values: Record<string, string>) => {
  const input = { cspName: 'rest_api', alias, groups: ['hosts'], values };
  const { accountId } = await product.api.integrations.createIntegration(input);
  return accountId;
};

const open = (id: string, search = '') =>
  renderPage(<IntegrationPage />, {
    path: '/integrations/view/:accountId',
    at: `/integrations/view/${id}${search}`,
  });

describe('the page of an integration', () => {
  it('shows the settings, the state and the bots that use the integration', async () => {
    const id = await connect('Host manager', serviceOf(service));
    await product.api.bots.createBot({
      name: 'Count hosts',
      graph: draw('start -> call:http_request -> end', {
        call: { integration: { type: 'rest_api', id } },
      }),
    });
    open(id);
    await screen.findByRole('heading', { name: 'Host manager', level: 1 });
    expect(screen.getByText('Not tested')).toBeVisible();
    expect(await screen.findByText('Bearer token')).toBeVisible();
    expect(screen.getByText('API address')).toBeVisible();
    await screen.findByRole('link', { name: 'Count hosts' });
    expect(screen.queryByRole('tab', { name: 'Agents' })).toBeNull();
  });

  it('links to the actions of its type and to listeners for its events', async () => {
    const { accountId } = await product.api.integrations.createIntegration({
      cspName: 'jira',
      alias: 'Tickets',
      groups: ['tickets'],
      values: { site: 'example', email: 'a@example.com', api_token: 'canary-tickets' },
    });
    const page = open(accountId);
    const its = await screen.findByRole('link', { name: 'Show its actions' });
    expect(its).toHaveAttribute('href', '#/actions?integrationType=jira');
    expect(screen.queryByText('Events')).toBeNull();
    page.unmount();
    const conformity = await product.api.integrations.createIntegration({
      cspName: 'conformity',
      alias: 'Checks',
      groups: ['checks'],
      values: { region: 'de-1', api_key: 'canary-checks' },
    });
    open(conformity.accountId);
    expect(await screen.findByRole('link', { name: 'Show its listeners' })).toHaveAttribute(
      'href',
      '#/listeners?webhook_source_integration_type=conformity',
    );
  });

  it('notes that an integration whose test sends a message is not tested daily', async () => {
    const { accountId } = await product.api.integrations.createIntegration({
      cspName: 'ms_teams',
      alias: 'Team',
      groups: ['chats'],
      values: { webhook_url: 'https://x.webhook.office.com/webhookb2/1' },
    });
    const note = 'Not tested daily: its test sends a message.';
    const page = open(accountId);
    expect(await screen.findByText(note)).toBeVisible();
    page.unmount();
    open(await connect('Tested daily', serviceOf(service)));
    await screen.findByRole('heading', { name: 'Tested daily', level: 1 });
    expect(screen.queryByText(note)).toBeNull();
  });

  it('shows masked credentials and allowed hosts in tabs with addresses', async () => {
    const id = await connect('Two hosts', {
      ...serviceOf(service),
      further_hosts: 'uploads.example.com',
    });
    const page = open(id, '?tab=credentials');
    await screen.findByText('••••••••');
    expect(await screen.findByText('Token')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Scopes' }));
    await screen.findByText('uploads.example.com');
    expect(addressOf(page)).toContain('tab=scopes');
  });

  it('tests the connection and shows the integration as active', async () => {
    open(await connect('Tested', serviceOf(service)));
    await clickWhenEnabled('Test connection');
    await screen.findByText('Connection established');
    expect(screen.getByText('Active')).toBeVisible();
  });

  it('reports a failed test', async () => {
    open(await connect('Mistyped', serviceOf(service, 'wrong')));
    await clickWhenEnabled('Test connection');
    await screen.findByText('Test Failed');
    expect(screen.getByText('Error')).toBeVisible();
  });

  it('reports a saved change and its failed test in one message', async () => {
    open(await connect('Changed', serviceOf(service)));
    await clickWhenEnabled('Edit');
    await screen.findByRole('button', { name: 'Save integration' });
    fill('Token', 'wrong');
    await clickWhenEnabled('Save integration');
    await screen.findByText('Saved, but the test failed');
    await waitFor(() => expect(screen.queryByText('Integration saved')).toBeNull());
    await clickWhenEnabled('Test connection');
    await screen.findByText('Test Failed');
    await waitFor(() => expect(screen.queryByText('Saved, but the test failed')).toBeNull());
  });

  it("refuses to overwrite another user's change and offers to reload", async () => {
    const id = await connect('Shared', serviceOf(service));
    open(id);
    await clickWhenEnabled('Edit');
    await screen.findByRole('button', { name: 'Save integration' });
    const renamed = { alias: 'Renamed by them', groups: ['theirs'] };
    const otherUpdate = { accountId: id, base_revision: 1, ...renamed };
    await product.api.integrations.updateIntegration(otherUpdate);
    fill('Alias', 'Renamed by me');
    await clickWhenEnabled('Save integration');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Somebody changed this integration after you opened it.');
    expect(field('Alias')).toHaveValue('Renamed by me');
    await clickWhenEnabled('Discard changes and reload');
    await waitFor(() => expect(field('Alias')).toHaveValue('Renamed by them'));
    fill('Alias', 'Renamed by both');
    await clickWhenEnabled('Save integration');
    await screen.findByText('Integration saved');
    expect(screen.queryByText(/^Somebody changed/)).toBeNull();
  });

  it('allows the removal of optional secrets but not of required ones', async () => {
    const { accountId } = await product.api.integrations.createIntegration({
      cspName: 'datadog',
      alias: 'Monitors',
      groups: ['hosts'],
      values: { site: 'datadoghq.com', api_key: 'one-key', application_key: 'another-key' },
    });
    open(accountId);
    await clickWhenEnabled('Edit');
    await clickWhenEnabled('Remove Application key');
    expect(screen.queryByRole('button', { name: 'Remove API key' })).toBeNull();
    expect(screen.getByText('It is removed when you save.')).toBeVisible();
    await clickWhenEnabled('Save integration');
    await screen.findByText('Integration saved');
    const { credentials } = await product.api.integrations.getIntegration({ accountId });
    expect(Object.keys(credentials)).toEqual(['api_key']);
  });

  it('shows why the connection cannot be tested', async () => {
    open(await connect('Untested', { ...serviceOf(service), test_path: '' }));
    const button = await screen.findByRole('button', { name: 'Test connection' });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(screen.getAllByText(/Add a test path to test the connection/)).not.toEqual([]);
  });

  it('returns to the list after the integration was deleted', async () => {
    const page = open(await connect('To be deleted', serviceOf(service)));
    await clickWhenEnabled('Delete');
    const question = await dialog();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Integration deleted');
    expect(addressOf(page)).toBe('/integrations/list');
  });

  it('reports a missing integration and links to the list', async () => {
    open('int_nothing');
    await screen.findByText('This integration does not exist, or it was deleted.');
    expect(screen.getByRole('link', { name: 'Go to connected integrations' })).toBeVisible();
  });

  it('shows a missing permission', async () => {
    const peer = await serveSameAnswer(403, 'Your role Viewer does not allow read_integration.');
    open('int_1');
    await screen.findByText('You have no access to this integration');
    await peer.close();
  });
});
