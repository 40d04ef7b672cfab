import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Select from '@cloudscape-design/components/select';
import { commands } from '#lib/commands.ts';
import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import type { Rights } from '#lib/kernel/caller.ts';
import type { Route } from '#lib/kernel/route.ts';
import { pageAt } from '#lib/pages.ts';
import { allRoutes } from '#lib/routes.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { usePage } from '#web/app/page.ts';
import { findTargets, mayOpen } from '#web/app/search/search-targets.ts';
import { readRecent } from '#web/app/search/recent.ts';
import { Search } from '#web/app/search/search.tsx';
import { TopBar } from '#web/app/top-bar.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

const rights = (userType: Rights['userType'], role?: string): Rights => ({
  userType,
  readOnly: false,
  roles: predefinedRoles.filter(({ name }) => name === role),
});

const root = rights('ROOT');
const titles = (someone: Rights, text: string) =>
  findTargets(someone, text, 50).map(({ title }) => title);

describe('pages and commands in the search', () => {
  it('are found by their words and by synonyms', () => {
    expect(titles(root, 'bot runs')).toEqual(['Bot runs']);
    expect(titles(root, 'invite')).toEqual(['Create user']);
    expect(titles(root, 'roles')).toContain('Role-Based Access Control');
    expect(titles(root, 'log out')).toEqual(['Sign out']);
  });

  it('are limited to the permissions of the user', () => {
    const reader = rights('SUBUSER', 'Read-Only');
    expect(titles(root, 'create')).toContain('Create bot');
    expect(titles(reader, 'create')).toEqual(['Create API key']);
    expect(titles({ ...root, readOnly: true }, 'create')).toEqual([]);
    expect(titles(reader, 'bots')).toContain('Bots');
    const nobody = rights('SUBUSER');
    expect(titles(nobody, 'go to')).toEqual(['Account', 'Notifications', 'Welcome']);
    expect(titles(rights('SP_USER', 'Portal-User'), 'approvals')).toEqual([]);
  });

  it('link to existing pages', () => {
    const paths = findTargets(root, 'o', 100).map(({ link }) => link.split('?')[0] ?? '');
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => path !== '/logout' && !pageAt(path))).toEqual([]);
  });

  it.each(commands.flatMap(({ text, guard }) => (guard ? [[text, guard] as const] : [])))(
    'use the guard of their call: %s',
    (_text, guard) => {
      const all = Object.values(allRoutes).flatMap((area): Route[] => Object.values(area));
      expect(all).toContainEqual(expect.objectContaining(guard));
    },
  );

  it('are omitted when the user may no longer open the page', () => {
    expect(mayOpen(root, '/bots/bot_1?mode=view')).toBe(true);
    expect(mayOpen(rights('SUBUSER'), '/bots/bot_1')).toBe(false);
    expect(mayOpen(rights('SUBUSER'), '/account')).toBe(true);
  });
});

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const open = async () => {
  const user = await product.api.users.getCurrentUser({});
  return renderPage(
    <>
      <TopBar user={user} />
      <Search user={user} />
      <input aria-label="A field" />
      <Select filteringType="auto" options={[]} selectedOption={null} ariaLabel="A filter" />
    </>,
    { path: '/*', at: '/users' },
  );
};

const field = () => screen.findByRole('combobox', { name: 'Search everything' });
const options = () => screen.queryAllByRole('option').map((one) => one.textContent);

describe('the search', () => {
  it('opens with keys or its button and closes with Escape', async () => {
    await open();
    for (const keys of ['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
      await userEvent.keyboard(keys);
      await waitFor(async () => expect(document.activeElement).toBe(await field()));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    }
    const [button] = screen.getAllByRole('button', { name: 'Search everything' });
    if (button) await userEvent.click(button);
    expect(await field()).toBeTruthy();
    await userEvent.keyboard('{Escape}');
  });

  it('ignores its keys in fields and on pages that use the keys', async () => {
    await open();
    await userEvent.click(screen.getByLabelText('A field'));
    await userEvent.keyboard('/{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
    await userEvent.click(document.body);
    const cancelEvent = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', cancelEvent);
    await userEvent.keyboard('/');
    document.removeEventListener('keydown', cancelEvent);
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('finds entities and pages, selects with arrows and opens with Enter', async () => {
    const page = await open();
    await userEvent.keyboard('/');
    await userEvent.type(await field(), 'isolate hosts');
    await waitFor(() => expect(options()[0]).toContain('Isolate hosts of severe findings'));
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'findings');
    await waitFor(() => expect(options().length).toBeGreaterThan(2));
    const first = screen.getAllByRole('option')[0];
    expect((await field()).getAttribute('aria-activedescendant')).toBe(first?.id);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    const { bot_id } = product.sample;
    await waitFor(() => expect(addressOf(page)).toBe(`/bots/${bot_id}?mode=view`));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('reports that no result matches', async () => {
    await open();
    await userEvent.keyboard('/');
    await userEvent.type(await field(), 'qqqq');
    expect(await screen.findByText('Nothing is called "qqqq".')).toBeTruthy();
  });
});

const Thing = ({ title }: { title: string }) => {
  usePage({ page: 'bot', title });
  return null;
};

describe('the recently opened pages', () => {
  it('are stored by their names and offered before the user types', async () => {
    const user = await product.api.users.getCurrentUser({});
    const visit = (title: string, at: string) =>
      renderPage(
        <>
          <Thing title={title} />
          <Search user={user} />
        </>,
        { path: '/*', at },
      );
    visit('Bot', '/bots/bot_1').unmount();
    expect(readRecent()).toEqual([]);
    visit('One', '/bots/bot_1').unmount();
    visit('Two', '/bots/bot_2').unmount();
    visit('One again', '/bots/bot_1');
    expect(readRecent().map(({ title }) => title)).toEqual(['One again', 'Two']);
    await userEvent.keyboard('/');
    await field();
    await waitFor(() => expect(options()).toEqual(['One againBot', 'TwoBot']));
    await userEvent.keyboard('{Escape}');
  });
});
