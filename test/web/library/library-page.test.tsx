import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, freePort, openEmbedded } from '#test/support/embedded.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { takeDraft } from '#web/app/draft-handover.ts';
import { setPreference } from '#web/app/preferences.ts';
import { LibraryPage } from '#web/pages/library/library.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
let readerToken: string;
let approverToken: string;

beforeAll(async () => {
  product = await openEmbedded();
  readerToken = (
    await inviteAndSignIn(product, { email: 'rea@example.com', roles: ['role_read_only'] })
  ).token;
  approverToken = (
    await inviteAndSignIn(product, { email: 'app@example.com', roles: ['role_approver'] })
  ).token;
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const open = (query = '') =>
  renderPage(<LibraryPage />, { path: '/library', at: `/library${query}` });

const shownTemplates = () =>
  screen
    .queryAllByRole('listitem')
    .map((card) => within(card).queryByRole('link')?.textContent)
    .filter(Boolean);

const certificates = 'Check when certificates expire';
const search = () => screen.getByRole('searchbox', { name: 'Find templates by name' });

describe('the library', () => {
  it('shows ten templates per page with description, tags and node kinds', async () => {
    const page = open();
    const link = await screen.findByRole('link', { name: certificates });
    expect(shownTemplates()).toHaveLength(10);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Library ?\(\d\d\)/);
    const card = link.closest('li') ?? document.body;
    expect(card).toHaveTextContent('Nobody remembers a certificate until it has expired.');
    for (const text of ['Reliability', 'IT and CCoE', 'Application Operations', '10 nodes']) {
      expect(within(card).getByText(text)).toBeVisible();
    }
    expect(within(card).getByRole('img', { name: 'Loop' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Next page/ }));
    await waitFor(() => expect(shownTemplates()).not.toContain(certificates));
    expect(addressOf(page)).toBe('/library?page=2');
  });

  it('finds templates by a trimmed part of their names', async () => {
    const page = open('?page=2');
    await waitFor(() => expect(shownTemplates()).toHaveLength(10));
    await userEvent.type(search(), '  backups ');
    await waitFor(() => expect(shownTemplates()).toEqual(['Verify the backups of the night']));
    expect(addressOf(page)).toBe('/library?page=1&name=backups');
    await userEvent.clear(search());
    await waitFor(() => expect(shownTemplates()).toHaveLength(10));
  });

  it('requires a name when Enter is pressed in the empty search', async () => {
    open();
    expect(search()).toHaveAttribute('placeholder', 'Enter something...');
    await userEvent.type(search(), '   {Enter}');
    expect(await screen.findByText('Enter something...')).toBeVisible();
    await userEvent.type(search(), 'b');
    expect(screen.queryByText('Enter something...')).toBeNull();
  });

  it('filters by tag, category and integration, and keeps them in the address', async () => {
    const page = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    expect(screen.getByRole('checkbox', { name: 'All Bots' })).toBeChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Threat Hunting' }));
    await waitFor(() => expect(shownTemplates()).toContain('Hunt indicators of MISP in your logs'));
    expect(shownTemplates()).not.toContain(certificates);
    expect(addressOf(page)).toContain('tag_name=Threat+Hunting');
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'All Bots' }));
    await waitFor(() => expect(shownTemplates()).toHaveLength(10));
    await userEvent.click(screen.getByRole('button', { name: /Category/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Sustainability' }));
    await waitFor(() => expect(addressOf(page)).toContain('category=Sustainability'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(addressOf(page)).toBe('/library?page=1'));
    await userEvent.click(screen.getByRole('button', { name: /^Integration/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Okta' }));
    await waitFor(() => expect(addressOf(page)).toContain('integrationType=okta'));
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  });

  it('shows only templates for the type of a chosen integration and names it', async () => {
    const { accountId } = await product.api.integrations.createIntegration({
      cspName: 'slack',
      alias: 'Team chat',
      groups: ['chats'],
      values: { bot_token: 'xoxb-1' },
    });
    const { count } = await product.api.library.listLibraryBots({ integration_type: 'slack' });
    const heading = `Library (${count})`;
    const page = open(`?integrationId=${accountId}`);
    await screen.findByText('Integration: Team chat');
    await screen.findByRole('heading', { level: 1, name: heading });
    const all = { name: 'Show the templates for all integrations' };
    await userEvent.click(screen.getByRole('button', all));
    await waitFor(() => expect(shownTemplates()).toContain(certificates));
    expect(addressOf(page)).toBe('/library?page=1');
    act(() => void setPreference('integration', accountId));
    await screen.findByText('Integration: Team chat');
    await screen.findByRole('heading', { level: 1, name: heading });
    await userEvent.click(screen.getByRole('button', { name: 'Reset global filter' }));
    await waitFor(() => expect(screen.queryByText('Integration: Team chat')).toBeNull());
    expect(shownTemplates()).toContain(certificates);
  });

  it('offers to clear a global filter that leaves no templates', async () => {
    act(() => void setPreference('integration', 'int_deleted'));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(shownTemplates()).toHaveLength(10));
  });

  it('reads its filter from the address and ignores invalid values', async () => {
    open('?tag_name=Identity%20Operations,Magic&category=Nothing&page=x');
    await screen.findByRole('button', { name: 'Filters (1)' });
    await waitFor(() => expect(shownTemplates()).toContain('Offboard a leaver everywhere'));
    expect(shownTemplates()).not.toContain(certificates);
  });

  it('offers a way back without a match or past the last page', async () => {
    const { unmount } = open('?name=nothing%20at%20all');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(shownTemplates()).toHaveLength(10));
    unmount();
    open('?page=99');
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    await waitFor(() => expect(shownTemplates()).toContain(certificates));
  });

  it('reports an unreachable server and offers a retry', async () => {
    connectToEmbedded({ ...product, url: `http://127.0.0.1:${await freePort()}` });
    open();
    await screen.findByText("Couldn't connect to the server!");
    connectToEmbedded(product);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(shownTemplates()).toHaveLength(10));
  });

  it('shows a missing permission to users who may not read the library', async () => {
    connectToEmbedded({ ...product, api_key: approverToken });
    open();
    expect(
      await screen.findByRole('heading', { name: 'You have no access to the library', level: 1 }),
    ).toBeVisible();
  });
});

describe('a template of the library', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Isolate a host after approval' });
  const at = '?bot=isolate-host-after-approval';

  it('is opened from its card and closed', async () => {
    const page = open('?category=Security&name=isolate');
    await userEvent.click(await screen.findByRole('link', { name: /^Isolate a host/ }));
    expect(addressOf(page)).toBe(
      '/library?category=Security&name=isolate&bot=isolate-host-after-approval',
    );
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }));
    expect(addressOf(page)).toBe('/library?category=Security&name=isolate');
  });

  it('shows its purpose, the values to fill in, its nodes and handles', async () => {
    open(at);
    const details = within(await dialog());
    expect(await details.findByText('Reads the host from Falcon')).toBeVisible();
    expect(details.getByText('Fill in before the first run')).toBeVisible();
    const picture = within(details.getByRole('region', { name: /^Graph of Isolate a host/ }));
    for (const text of ['Read the host', 'Ask the team', 'approved', 'rejected', 'error']) {
      expect(picture.getByText(text)).toBeVisible();
    }
  });

  it('becomes a draft that is not stored', async () => {
    const page = open(at);
    await userEvent.click(await screen.findByRole('button', { name: 'Use as new bot' }));
    expect(addressOf(page)).toBe('/bots/new');
    const draft = takeDraft();
    expect(draft).toMatchObject({
      name: 'Isolate a host after approval',
      category: 'Security',
      importance: 'Medium',
    });
    expect(draft?.graph.nodes).toHaveLength(10);
    const { items } = await product.api.bots.listBots({});
    expect(items.map(({ name }) => name)).not.toContain('Isolate a host after approval');
  });

  it('starts the bot on findings of the rule in the address', async () => {
    open('?bot=require-imdsv2&rule=aws-ec2-imdsv2');
    await screen.findByText(/^New findings of aws-ec2-imdsv2 start this bot/);
    await userEvent.click(screen.getByRole('button', { name: 'Use as new bot' }));
    const start = takeDraft()?.graph.nodes.find(({ type }) => type === 'start');
    expect(start?.settings).toEqual({
      trigger_type: 'compliance_finding',
      rules: ['aws-ec2-imdsv2'],
    });
  });

  it('disables its use for users who may not create bots', async () => {
    connectToEmbedded({ ...product, api_key: readerToken });
    open(at);
    const use = await screen.findByRole('button', { name: 'Use as new bot' });
    await waitFor(() => expect(use).toHaveAttribute('aria-disabled', 'true'));
    expect(takeDraft()).toBeUndefined();
  });

  it('is reported as not found if it does not exist', async () => {
    open('?bot=nothing');
    expect(await screen.findByText('Not found')).toBeVisible();
  });
});
