import {
  cleanup,
  render,
  screen,
  waitFor,
  waitForElementToBeRemoved,
} from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import * as z from 'zod';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { queryKey } from '#web/api/use-call.ts';
import { users } from '#web/api/users.ts';
import { Console } from '#web/app/console.tsx';
import { lastUseKey, maxIdleTime } from '#web/app/idle.ts';
import { storageKey } from '#web/app/stored-preferences.ts';
import { preferenceOf, setPreference, setPreferencesOwner } from '#web/app/preferences.ts';
import { routes } from '#web/app/router.tsx';
import { connectToEmbedded } from '../render.tsx';

let product: Embedded;
/** Access tokens by e-mail address. */
const tokens: Record<string, string> = {};

beforeAll(async () => {
  product = await openEmbedded();
  const { _id: emptyRoleId } = await product.api.roles.createRole({
    name: 'Nothing-Yet',
    description: 'Reads no page of the console',
    policies: { ALLOW: { api_key: { create_api_key: true } }, DENY: {} },
  });
  const people = [
    { email: 'pete@example.com', userType: 'SP_USER' as const },
    { email: 'ada@example.com', roles: ['role_approver'] },
    { email: 'nina@example.com', roles: [emptyRoleId] },
  ];
  for (const one of people) {
    // oxlint-disable-next-line no-await-in-loop
    tokens[one.email] = (await inviteAndSignIn(product, one)).token;
  }
});

afterAll(() => product.close());

/** The whole console at a path, for a user; ROOT by default. */
const open = (path: string, email?: string) => {
  connectToEmbedded({ ...product, ...(email && { api_key: tokens[email] ?? '' }) });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const queries = createQueryClient();
  render(
    <Console queries={queries}>
      <RouterProvider router={router} />
    </Console>,
  );
  return { queries, path: () => router.state.location.pathname };
};

const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 });

const findExpiredNotice = () => screen.findByText(/^Your session has ended. Sign in to continue/);

const listNavigationLinks = async (linkName = 'Approvals'): Promise<string[]> => {
  const link = await screen.findByRole('link', { name: linkName });
  const list = link.closest('nav');
  return [...(list?.querySelectorAll('a') ?? [])].map((one) => one.textContent ?? '');
};

describe('the start page', () => {
  it.each([
    ['ROOT', '/', undefined],
    ['an approver', '/', 'ada@example.com'],
    ['a portal user', '/service-portal/apps', 'pete@example.com'],
  ])('shows %s the page %s', async (_who, first, email) => {
    const console = open('/', email);
    await waitFor(() => expect(console.path()).toBe(first));
  });

  it.each([
    ['/', 'page'],
    ['/account', null],
  ])('is marked in the navigation at %s: %s', async (path, mark) => {
    open(path);
    const entry = await screen.findByRole('link', { name: 'Dashboards' });
    expect(entry.getAttribute('aria-current')).toBe(mark);
  });

  it('names the ROOT user to a user without access', async () => {
    open('/', 'nina@example.com');
    await heading('You have no access to this console');
    expect(
      screen.getByText(
        'Your role Nothing-Yet does not let you read dashboards (read_dashboard). Ask your ROOT user ' +
          '(root@cloudwarden.local) for it.',
      ),
    ).toBeVisible();
  });
});

describe('a portal user', () => {
  it('sees only the permitted pages in the navigation', async () => {
    open('/', 'pete@example.com');
    expect(await listNavigationLinks('History')).toEqual(['Self Service Apps', 'History']);
  });

  it('causes no refused calls on any page', async () => {
    const names = [
      ['/service-portal/apps', 'Self Service Apps'],
      ['/service-portal/history', 'History'],
      ['/notifications', 'Notifications'],
      ['/account', 'Account'],
      ['/user-input', 'User Input'],
      ['/approvals', 'Approvals'],
      ['/listeners', 'You have no access to listeners'],
    ] as const;
    for (const [path, name] of names) {
      const { queries } = open(path, 'pete@example.com');
      // oxlint-disable-next-line no-await-in-loop -- One page after the other, as people go.
      await heading(new RegExp(`^${name}`));
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(queries.isFetching()).toBe(0));
      cleanup();
    }
    const trail = await product.api.audit.listAuditTrails({ user: 'pete@example.com' });
    expect(trail.items.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  });

  it.each([
    ['/bots/new', 'bots', 'read bots (read_bot)'],
    ['/bots/b1/executions/e1', 'bot runs', 'read bot runs (read_bot_execution)'],
    ['/rbac/editRole/r1', 'roles', 'read roles (read_role)'],
    ['/library', 'library', 'read the library (read_library)'],
  ])('sees at %s whom to ask and a link to the portal', async (path, subject, permission) => {
    open(path, 'pete@example.com');
    await heading(`You have no access to ${subject}`);
    const reason = `Your role Portal-User does not let you ${permission}. Ask your ROOT user`;
    expect(screen.getByText((text) => text.startsWith(reason))).toBeVisible();
    const back = screen.getByRole('link', { name: 'Go to self service apps' });
    expect(back).toHaveAttribute('href', '#/');
    expect(await listNavigationLinks('History')).toEqual(['Self Service Apps', 'History']);
  });

  it.each([
    ['/approvals', 'Approvals'],
    ['/user-input', 'User Input'],
  ])('can open %s, which is linked in mails but not in the navigation', async (path, title) => {
    open(path, 'pete@example.com');
    await heading(title);
  });
});

describe('an unknown route', () => {
  it('shows an error and a link to the dashboard', async () => {
    open('/nowhere');
    await screen.findByText('Sorry, the page you visited does not exist.');
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '#/');
  });

  it('links portal users to the portal instead of the dashboard', async () => {
    open('/nowhere', 'pete@example.com');
    const back = await screen.findByRole('link', { name: 'Go to self service apps' });
    expect(back).toHaveAttribute('href', '#/');
    expect(screen.queryByRole('link', { name: 'Go to Dashboard' })).toBeNull();
  });
});

describe('changed rights', () => {
  const assign = (roles: string[]) =>
    product.api.users.assignRoles({ user_id: 'ada@example.com', roles });

  it('apply without a reload when the user is loaded again', async () => {
    const { queries } = open('/listeners', 'ada@example.com');
    await heading('You have no access to listeners');
    await assign(['role_bot_author']);
    await queries.invalidateQueries({ queryKey: queryKey(users.getCurrentUser, {}) });
    await heading('Listeners');
    expect(await listNavigationLinks()).toContain('Listeners');
    await assign(['role_approver']);
    await queries.invalidateQueries({ queryKey: queryKey(users.getCurrentUser, {}) });
    await heading('You have no access to listeners');
  });

  it('are loaded as soon as a call is refused', async () => {
    await assign(['role_bot_author']);
    const { queries } = open('/listeners', 'ada@example.com');
    await screen.findByText('Sample findings');
    await assign(['role_approver']);
    await queries.invalidateQueries({ queryKey: ['listListeners'] });
    await heading('You have no access to listeners');
    await waitFor(async () => expect(await listNavigationLinks()).not.toContain('Listeners'));
  });

  it('sign out a user who was deleted', async () => {
    const console = open('/approvals', 'pete@example.com');
    await heading('Approvals');
    await product.api.users.deleteUser({ user_id: 'pete@example.com' });
    await console.queries.invalidateQueries({ queryKey: queryKey(users.getCurrentUser, {}) });
    await findExpiredNotice();
    cleanup();
    const anew = open('/approvals', 'pete@example.com');
    await waitFor(() => expect(anew.path()).toBe('/login'));
    cleanup();
  });
});

describe('a session that ends', () => {
  it('asks for a new sign-in above the page and keeps entered text', async () => {
    open('/users/new');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Grace');
    connectToEmbedded({ ...product, api_key: 'no longer' });
    localStorage.setItem('a.accessToken', 'gone');
    window.dispatchEvent(new StorageEvent('storage', { key: 'a.accessToken' }));
    await findExpiredNotice();
    connectToEmbedded(product);
    window.dispatchEvent(new StorageEvent('storage', { key: 'a.accessToken' }));
    await waitForElementToBeRemoved(() => screen.queryByText(/^Your session has ended/));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Grace');
  });

  it('leaves no data to the next user of the browser', async () => {
    const console = open('/users/new');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Grace');
    setPreference('draft', 'of ROOT');
    connectToEmbedded({ ...product, api_key: tokens['ada@example.com'] ?? '' });
    await console.queries.invalidateQueries({ queryKey: queryKey(users.getCurrentUser, {}) });
    await heading('You have no access to users');
    expect(screen.queryByDisplayValue('Grace')).toBeNull();
    expect(preferenceOf('draft', z.string())).toBeUndefined();
  });

  const nina = 'nina@example.com';
  const noteUse = (ago: number) =>
    localStorage.setItem(storageKey(nina, lastUseKey), String(Date.now() - ago));
  const lastNoted = () => preferenceOf(lastUseKey, z.number()) ?? 0;

  it('continues when the console was used within a week', async () => {
    noteUse(maxIdleTime - 600_000);
    open('/users', nina);
    await heading('You have no access to users');
    expect(Date.now() - lastNoted()).toBeLessThan(60_000);
    noteUse(90_000);
    await userEvent.keyboard('x');
    expect(Date.now() - lastNoted()).toBeLessThan(60_000);
  });

  it('ends here and on the server after a week without use', async () => {
    noteUse(maxIdleTime - 500);
    open('/users', nina);
    // Rendered while the session was still valid.
    await heading('You have no access to users');
    noteUse(maxIdleTime + 1000);
    await userEvent.keyboard('x');
    await findExpiredNotice();
    expect(preferenceOf(lastUseKey, z.number())).toBeUndefined();
    const headers = { authorization: tokens[nina] ?? '' };
    expect((await fetch(`${product.url}/api/users/me`, { headers })).status).toBe(401);
  });

  it('shows only the sign-in page after a week without use', async () => {
    const ada = 'ada@example.com';
    setPreferencesOwner(ada);
    setPreference(lastUseKey, Date.now() - maxIdleTime - 1000);
    const { queries, path } = open('/approvals', ada);
    await waitFor(() => expect(path()).toBe('/login'));
    expect(queries.getQueryCache().getAll()).toEqual([]);
    const headers = { authorization: tokens[ada] ?? '' };
    expect((await fetch(`${product.url}/api/users/me`, { headers })).status).toBe(401);
  });
});
