import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import type { Loopback } from '#test/support/loopback.ts';
import { NewIntegrationPage } from '#web/pages/integrations/new-integration.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { field, fill, openService, serveSameAnswer } from './integration-page.ts';

let product: Embedded;
let service: Loopback;

beforeAll(async () => {
  service = await openService();
  product = await openEmbedded({
    OUTGOING_ALLOW: new URL(service.endpoint).host,
    SUPPORT_EMAIL: 'support@example.com',
  });
  await product.api.integrations.createIntegration({
    cspName: 'discord',
    alias: 'Team chat',
    groups: ['chats'],
    values: { webhook_url: 'https://discord.com/api/webhooks/1/x' },
  });
});

beforeEach(() => connectToEmbedded(product));

afterAll(async () => {
  await product.close();
  await service.close();
});

const renderForm = (type: string) =>
  renderPage(<NewIntegrationPage />, {
    path: '/integrations/:cspName',
    at: `/integrations/${type}`,
  });

const openForm = async (type: string) => {
  const page = renderForm(type);
  await screen.findByRole('button', { name: 'Connect' });
  return page;
};

type Shown = ReturnType<typeof renderPage>;

const choose = ({ wrapper }: Shown, value: string) => {
  const select = wrapper.findSelect();
  act(() => select?.openDropdown());
  act(() => select?.selectOptionByValue(value));
};

describe('the form of an integration type', () => {
  it('shows all missing values at once', async () => {
    await openForm('rest_api');
    await clickWhenEnabled('Connect');
    for (const label of ['alias', 'groups', 'API address', 'Token']) {
      expect(screen.getByText(`Please enter ${label}`)).toBeVisible();
    }
    await waitFor(() => expect(field('Alias')).toHaveFocus());
  });

  it('shows the problem of a field after the user has left the field', async () => {
    await openForm('rest_api');
    expect(screen.queryByText(/Please enter/)).toBeNull();
    fill('API address', 'hosts');
    expect(screen.getByText(/Enter API address as https/)).toBeVisible();
    expect(screen.queryByText('Please enter Token')).toBeNull();
    fill('Additional headers - optional', 'no json');
    expect(screen.getByText(/Enter Additional headers as/)).toBeVisible();
  });

  it('offers the listed models as the default model', async () => {
    const page = await openForm('openai');
    const label = 'Default model - optional';
    expect(page.wrapper.findSelect()).toBeNull();
    fill('Models - optional', 'gpt-5-mini 0.25 2\ngpt-5');
    const select = page.wrapper.findSelect();
    expect(select?.getElement()).toHaveTextContent('The first one (gpt-5-mini)');
    choose(page, 'gpt-5');
    expect(select?.getElement()).toHaveTextContent('gpt-5');
    fill('Models - optional', 'gpt-5-mini cheap');
    expect(field(label)).toHaveValue('gpt-5');
  });

  it('requires at least one model for OpenAI', async () => {
    await openForm('openai');
    await clickWhenEnabled('Connect');
    const sentence = 'Enter a default model, or list at least one model.';
    await screen.findByText(sentence);
    fill('Models - optional', 'gpt-5');
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  it('shows the fields of the chosen option', async () => {
    const page = await openForm('rest_api');
    expect(field('Token')).toHaveAttribute('type', 'password');
    choose(page, 'basic');
    expect(screen.queryByLabelText('Token')).toBeNull();
    expect(field('Password')).toHaveAttribute('type', 'password');
    expect(field('User name')).toHaveAttribute('type', 'text');
    expect(screen.getByRole('checkbox', { name: /Accept any certificate/ })).not.toBeChecked();
  });

  it('suggests groups of other integrations and accepts new groups', async () => {
    await openForm('discord');
    const groups = screen.getByRole('combobox', { name: /Groups/ });
    await userEvent.click(groups);
    await screen.findByText('chats');
    await userEvent.type(groups, 'night shift{Enter}');
    await screen.findByRole('button', { name: 'Remove night shift' });
    fill('Groups', 'a/b');
    await screen.findByText(/Use letters, digits, spaces/);
    expect(screen.queryByRole('button', { name: 'Remove a/b' })).toBeNull();
    fill('Groups', 'a b');
    expect(screen.queryByText(/Use letters, digits, spaces/)).toBeNull();
  });

  it('connects, starts a test and shows the integration', async () => {
    const page = await openForm('rest_api');
    fill('Alias', 'Host manager');
    fill('Groups', 'hosts');
    fill('API address', service.endpoint);
    fill('Token', 'right');
    fill('Test path - optional', '/me');
    await clickWhenEnabled('Connect');
    await screen.findByText('Integration saved, testing the connection');
    const { items } = await product.api.integrations.listIntegrations({ alias: 'Host' });
    expect(addressOf(page)).toBe(`/integrations/view/${items[0]?.accountId}`);
    expect(['TESTING', 'ACTIVE']).toContain(items[0]?.integrationState);
    expect(items[0]).toMatchObject({ groups: ['hosts'], values: { auth_type: 'bearer' } });
  });

  it("shows the server's refusal at its field and keeps the entered values", async () => {
    const page = await openForm('discord');
    fill('Alias', 'team CHAT');
    fill('Groups', 'chats');
    fill('Webhook address', 'https://discord.com/api/webhooks/1/x');
    await clickWhenEnabled('Connect');
    await screen.findByText('Alias already exists');
    expect(field('Webhook address')).toHaveValue('https://discord.com/api/webhooks/1/x');
    expect(addressOf(page)).toBe('/integrations/discord');
  });

  it('asks before entered values are lost', async () => {
    const page = await openForm('discord');
    fill('Alias', 'Half a thought');
    await page.router.navigate('/bots');
    await screen.findByText('Changes that you have not saved will be lost.');
  });
});

describe('the form for a user who may not create integrations', () => {
  it('shows the reason and disables the fields', async () => {
    const roles = ['role_read_only'];
    const { token } = await inviteAndSignIn(product, { email: 'reader@example.com', roles });
    connectToEmbedded({ ...product, api_key: token });
    await openForm('discord');
    const reason =
      /^Your role Read-Only does not let you create integrations \(create_integration\)/;
    await waitFor(() => expect(screen.getAllByText(reason)).not.toEqual([]));
    expect(field('Alias')).toBeDisabled();
    expect(field('Webhook address')).toBeDisabled();
  });
});

describe('an integration without a test path', () => {
  it('is saved as not tested, with a hint to add a test path', async () => {
    const page = await openForm('rest_api');
    fill('Alias', 'Without a test path');
    fill('Groups', 'production');
    fill('API address', 'https://api.example.com');
    fill('Token', 'right');
    await clickWhenEnabled('Connect');
    await screen.findByText('Integration saved, not tested');
    const todo = 'Without a test path: Add a test path to test the connection.';
    expect(screen.getByText(todo)).toBeVisible();
    expect(addressOf(page)).toMatch(/^\/integrations\/view\//);
    await page.router.navigate('/bots');
    await waitFor(() => expect(screen.queryByText(todo)).toBeNull());
  });
});

describe('a form that is not available', () => {
  const sentence = 'You are not authorized to perform this action.';

  it('reports an unknown type as not found', async () => {
    renderForm('no_such_type');
    await screen.findByText('Not found');
    expect(screen.getByText("There is no integration type 'no_such_type'.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to integrations' })).toBeVisible();
  });

  it('reports a missing permission', async () => {
    const peer = await serveSameAnswer(403, 'Your role Viewer does not allow it.');
    renderForm('discord');
    await screen.findByText(sentence);
    await peer.close();
  });

  it('offers to request a type that cannot be connected yet', async () => {
    renderForm('oracle_cloud');
    await screen.findByText(/cannot be connected yet. Request it in the catalogue./);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await clickWhenEnabled('Request');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});
