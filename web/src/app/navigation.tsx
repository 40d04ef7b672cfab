import { useLocation } from 'react-router';
import SideNavigation, {
  type SideNavigationProps,
} from '@cloudscape-design/components/side-navigation';
import { decide, type Guarded } from '#lib/domain/account/permission.rules.ts';
import type { Rights } from '#lib/kernel/caller.ts';
import { useFollow } from '#web/components/link.tsx';
import { useCurrentUser } from './session.ts';

type Entry = {
  text: string;
  to: string;
  /** What guards the call that reads its list; written here, as calls load schemas. */
  guard: Guarded;
  /** The heading that it stands below. */
  section?: string;
  /** People of the portal answer it inside of their runs: it is not listed for them. */
  staffOnly?: boolean;
};

const reading = (permission: string, resource: string): Guarded => ({
  method: 'GET',
  permission,
  resource,
});

/** Every page that people reach without knowing an id, in the order shown. */
export const entries: readonly Entry[] = [
  { text: 'Bots', to: '/bots', guard: reading('read_bot', 'bot') },
  {
    text: 'Bot runs',
    to: '/bots/executions',
    guard: reading('read_bot_execution', 'bot_execution'),
  },
  { text: 'Library', to: '/library', guard: reading('read_library', 'library') },
  { text: 'Listeners', to: '/listeners', guard: reading('read_listener', 'listener') },
  { text: 'Credentials', to: '/credentials', guard: reading('read_credential', 'credential') },
  {
    text: 'Approvals',
    to: '/approvals',
    guard: reading('read_approval', 'approval'),
    staffOnly: true,
  },
  {
    text: 'User Input',
    to: '/user-input',
    guard: reading('read_user_input', 'user_input'),
    staffOnly: true,
  },
  {
    text: 'Self Service Apps',
    to: '/service-portal/apps',
    guard: reading('read_service_portal', 'service_portal'),
    section: 'Service portal',
  },
  {
    text: 'History',
    to: '/service-portal/history',
    guard: reading('read_service_portal', 'service_portal'),
    section: 'Service portal',
  },
  {
    text: 'Users',
    to: '/users',
    guard: reading('read_user', 'user'),
    section: 'Administration',
  },
  {
    text: 'Roles',
    to: '/rbac/home',
    guard: reading('read_role', 'role'),
    section: 'Administration',
  },
  {
    text: 'Audit Trail',
    to: '/audit-trails',
    guard: reading('read_audit_trail', 'audit_trail'),
    section: 'Administration',
  },
];

/** Where a page belongs that does not lie below its list: a bot's run is a run. */
const placeOf = (pathname: string): string => {
  if (/^\/bots\/[^/]+\/executions(\/|$)/.test(pathname)) return '/bots/executions';
  return pathname.startsWith('/rbac/') ? '/rbac/home' : pathname;
};

/** The entry that a path belongs to: the longest that it starts with. */
export const entryOf = (pathname: string): Entry | undefined => {
  const place = placeOf(pathname);
  return entries
    .filter(({ to }) => place === to || place.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
};

const isListedFor = (rights: Rights, { guard, staffOnly = false }: Entry): boolean =>
  !(staffOnly && rights.userType === 'SP_USER') && decide(rights, guard).allowed;

/** What is listed for somebody; nothing while nobody knows who they are. */
export const openTo = (rights: Rights | undefined): readonly Entry[] =>
  rights ? entries.filter((entry) => isListedFor(rights, entry)) : [];

const linkTo = ({ text, to }: Entry): SideNavigationProps.Link => ({
  type: 'link',
  text,
  href: `#${to}`,
});

const itemsOf = (shown: readonly Entry[]): SideNavigationProps.Item[] => {
  const sections = [...new Set(shown.flatMap(({ section }) => section ?? []))];
  return [
    ...shown.filter(({ section }) => !section).map(linkTo),
    ...sections.map((text): SideNavigationProps.Section => ({
      type: 'section',
      text,
      items: shown.filter(({ section }) => section === text).map(linkTo),
    })),
  ];
};

export const Navigation = () => {
  const { pathname } = useLocation();
  const { data } = useCurrentUser();
  const follow = useFollow();
  return (
    <SideNavigation
      items={itemsOf(openTo(data))}
      activeHref={`#${entryOf(pathname)?.to ?? '/'}`}
      onFollow={follow}
    />
  );
};
