import { decide } from '#lib/domain/account/permission.rules.ts';
import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import type { HeldRole, Rights } from '#lib/kernel/caller.ts';
import { pages } from '#lib/pages.ts';
import { entriesFor, entryAt, navigationEntries } from '#web/app/navigation.tsx';

describe('the active entry of the navigation', () => {
  it.each([
    ['/bots', '/bots'],
    ['/bots/new', '/bots'],
    ['/bots/bot_1', '/bots'],
    ['/bots/executions', '/bots/executions'],
    ['/bots/executions/exc_1', '/bots/executions'],
    ['/bots/bot_1/executions/exc_1', '/bots/executions'],
    ['/listeners/view/lst_1', '/listeners'],
    ['/integrations/jira', '/integrations'],
    ['/integrations/view/int_1', '/integrations'],
    ['/approvals/apr_1', '/approvals'],
    ['/users/ada@example.com', '/users'],
    ['/service-portal/apps/bot_1/history/exc_1', '/service-portal/apps'],
    ['/service-portal/history', '/service-portal/history'],
    ['/botsy', undefined],
    ['/', '/'],
  ])('matches the path %s: %s', (path, entry) => {
    expect(entryAt(path)?.to).toBe(entry);
  });
});

const rights = (userType: Rights['userType'], roles: readonly HeldRole[] = []): Rights => ({
  userType,
  readOnly: false,
  roles,
});

const predefinedRolesNamed = (name: string): HeldRole[] =>
  predefinedRoles.filter((role) => role.name === name);

const linksFor = (someone: Rights) => entriesFor(someone).map(({ to }) => to);

describe('the navigation', () => {
  it('shows all entries to ROOT, read-only ROOT and the role Read-Only', () => {
    const all = navigationEntries.map(({ to }) => to);
    expect(linksFor(rights('ROOT'))).toEqual(all);
    expect(linksFor({ ...rights('ROOT'), readOnly: true })).toEqual(all);
    expect(linksFor(rights('SUBUSER', predefinedRolesNamed('Read-Only')))).toEqual(all);
  });

  it('shows only the entries that the user may read', () => {
    expect(linksFor(rights('SP_USER', predefinedRolesNamed('Portal-User')))).toEqual([
      '/service-portal/apps',
      '/service-portal/history',
    ]);
    expect(linksFor(rights('SUBUSER', predefinedRolesNamed('Approver')))).toEqual([
      '/',
      '/bots',
      '/bots/executions',
      '/inventory',
      '/inventory/compliance',
      '/inventory/schedule',
      '/inventory/executions',
      '/approvals',
      '/user-input',
    ]);
    expect(linksFor(rights('SUBUSER'))).toEqual([]);
  });

  it('hides an area that any role of the user denies', () => {
    const policies = { ALLOW: {}, DENY: { listener: { read_listener: true } } } as const;
    const denyingRole: HeldRole = { _id: 'role_x', name: 'Without', policies };
    const links = linksFor(
      rights('SUBUSER', [...predefinedRolesNamed('Administrator'), denyingRole]),
    );
    expect(links).not.toContain('/listeners');
    expect(links).toContain('/bots');
  });

  it('shows nothing while the user is unknown', () => {
    expect(entriesFor(undefined)).toEqual([]);
  });
});

describe('the pages of the console', () => {
  const portalUser = rights('SP_USER', predefinedRolesNamed('Portal-User'));

  /** Whether the list that a page belongs to may be read by the user, or there is none. */
  const isTheirs = (pattern: string): boolean => {
    const entry = entryAt(pattern);
    return !entry || decide(portalUser, entry.guard).allowed;
  };

  it('are closed to portal users except the portal and pages linked in mails', () => {
    const paths = Object.values(pages).map(({ path }) => path);
    expect(paths.filter(isTheirs).sort()).toEqual([
      '/account',
      '/account/subscription',
      '/approvals',
      '/approvals/:approval_id',
      '/approvals/view/:approval_id',
      '/notifications',
      '/service-portal/apps',
      '/service-portal/apps/:app_id',
      '/service-portal/apps/:app_id/history/:bot_exc_id',
      '/service-portal/history',
      '/standard',
      '/start',
      '/user-input',
      '/user-input/:user_input_id',
    ]);
  });
});
