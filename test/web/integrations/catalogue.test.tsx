import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { IntegrationsPage } from '#web/pages/integrations/catalogue.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { dialog, field, fill, serveSameAnswer } from './integration-page.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded({ SUPPORT_EMAIL: 'support@example.com' });
  await product.api.integrations.createIntegration({
    cspName: 'discord',
    alias: 'Team chat',
    groups: ['chats'],
    values: { webhook_url: 'https://discord.com/api/webhooks/1/x' },
  });
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const open = (search = '') =>
  renderPage(<IntegrationsPage />, { path: '/integrations', at: `/integrations${search}` });

const link = (name: string) => screen.queryByRole('link', { name });
const cardOf = (name: string) => within(screen.getByText(name).closest('li') ?? document.body);

describe('the catalogue of integrations', () => {
  it('lists types below their categories with the number of connected integrations', async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Jira' })).toHaveAttribute(
      'href',
      '#/integrations/jira',
    );
    expect(screen.getByRole('heading', { name: /^Ticketing/ })).toBeVisible();
    const count = await cardOf('Discord').findByRole('link', { name: '1 connected' });
    expect(count).toHaveAttribute('href', '#/integrations/list?integration_type=discord');
    expect(cardOf('Wiz').getByText('Preview')).toBeVisible();
    expect(link('Show integrations (1)')).toHaveAttribute('href', '#/integrations/list');
  });

  it('counts only the types that can be connected, not those on request', async () => {
    const { items } = await product.api.integrations.listIntegrationTypes({});
    const count = items.filter(({ local }) => !local).length;
    expect(count).toBeLessThan(items.length);
    open();
    await screen.findByText(`${count} clouds, tools and services that your bots can work with.`);
  });

  it('reads its filter from the address and offers to clear it without a match', async () => {
    const page = open('?category=Ticketing');
    await screen.findByRole('link', { name: 'Jira' });
    expect(link('Discord')).toBeNull();
    page.unmount();
    const emptyPage = open('?search=no-such-tool');
    await screen.findByText('No integrations match the filter.');
    await clickWhenEnabled('Clear filters');
    await screen.findByRole('link', { name: 'Discord' });
    expect(addressOf(emptyPage)).toBe('/integrations');
  });

  it.each([
    [403, 'Your role does not allow read_integration.', 'You have no access to integrations'],
    [500, 'Something went wrong.', 'Could not load integrations'],
  ])('shows why it is not available: %s', async (status, error, title) => {
    const peer = await serveSameAnswer(status, error);
    open();
    await screen.findByRole('heading', { name: title, level: 1 });
    expect(screen.getByText(error)).toBeVisible();
    await peer.close();
  });
});

describe('requesting a type that is not available yet', () => {
  const openRequest = async () => {
    open('?search=oracle');
    await clickWhenEnabled('Request Oracle Cloud');
    return dialog();
  };

  it('shows all missing and invalid values at once', async () => {
    const form = await openRequest();
    fill('E-mail address', 'nobody');
    await clickWhenEnabled('Send request');
    expect(form.getByText('The input is not valid E-mail!')).toBeVisible();
    expect(form.getByText('Please input your subject!')).toBeVisible();
    expect(form.getByText('Please input your description!')).toBeVisible();
  });

  it('sends the request and confirms it', async () => {
    await openRequest();
    fill('E-mail address', 'ada@example.com');
    fill('Subject', 'Oracle');
    fill('Description', 'Stop idle databases');
    await clickWhenEnabled('Send request');
    await screen.findByText('Email Sent Successfully!');
    expect(screen.getByText('We will get back to you soon')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is disabled with a reason when the server receives no requests', async () => {
    const { items } = await product.api.integrations.listIntegrationTypes({});
    const no_requests = 'This server does not receive requests.';
    const peer = await serveSameAnswer(200, { items, no_requests });
    open('?search=oracle');
    const request = await screen.findByRole('button', { name: 'Request Oracle Cloud' });
    expect(request).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(request);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByText(no_requests).at(-1)).toBeVisible();
    await peer.close();
  });

  it('is offered under the searched name when no type matches', async () => {
    open('?search=no-such-tool');
    await clickWhenEnabled('Request no-such-tool');
    const form = await dialog();
    expect(form.getByText('Request no-such-tool')).toBeVisible();
    fill('E-mail address', 'ada@example.com');
    fill('Subject', 'We use it');
    fill('Description', 'Close tickets');
    await clickWhenEnabled('Send request');
    await screen.findByText('Email Sent Successfully!');
  });

  it('shows a failed request and keeps the entered values', async () => {
    const form = await openRequest();
    fill('E-mail address', 'ada@example.com');
    fill('Subject', 'Oracle');
    fill('Description', 'Stop idle databases');
    const peer = await serveSameAnswer(503, 'The mail server does not answer.');
    await clickWhenEnabled('Send request');
    await form.findByText('Failed to Send Email. Please try again.');
    expect(form.getByText('The mail server does not answer.')).toBeVisible();
    expect(field('Subject')).toHaveValue('Oracle');
    await peer.close();
  });
});
