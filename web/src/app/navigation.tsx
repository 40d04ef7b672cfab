import { useLocation } from 'react-router';
import SideNavigation, {
  type SideNavigationProps,
} from '@cloudscape-design/components/side-navigation';
import { decide, type GuardedRoute } from '#lib/domain/account/permission.rules.ts';
import type { Rights } from '#lib/kernel/caller.ts';
import { pageAt, type PageKey, pageOf, pages } from '#lib/pages.ts';
import { useFollow } from '#web/components/link.tsx';
import { withAncestors } from './page-links.ts';
import { useCurrentUser } from './session.ts';

type Entry = {
  text: string;
  to: string;
  guard: GuardedRoute;
  section?: string | undefined;
  staffOnly?: boolean | undefined;
};

const toEntry = (key: PageKey): Entry | undefined => {
  const { path: to, title, menu } = pageOf(key);
  return menu && { ...menu, text: menu.text ?? title, to };
};

/** Every page that can be reached without an id, in the order shown. */
export const navigationEntries: readonly Entry[] = (Object.keys(pages) as PageKey[]).flatMap(
  (key) => toEntry(key) ?? [],
);

/** The navigation entry of an address: that of its page, or of the nearest page above it. */
export const entryAt = (pathname: string): Entry | undefined => {
  const key = pageAt(pathname)?.key;
  return key && withAncestors(key).map(toEntry).find(Boolean);
};

const isListedFor = (rights: Rights, { guard, staffOnly = false }: Entry): boolean =>
  !(staffOnly && rights.userType === 'SP_USER') && decide(rights, guard).allowed;

/** The entries listed for a user; none until the user is known. */
export const entriesFor = (rights: Rights | undefined): readonly Entry[] =>
  rights ? navigationEntries.filter((entry) => isListedFor(rights, entry)) : [];

const linkTo = ({ text, to }: Entry): SideNavigationProps.Link => ({
  type: 'link',
  text,
  href: `#${to}`,
});

const itemsOf = (entries: readonly Entry[]): SideNavigationProps.Item[] => {
  const sections = [...new Set(entries.flatMap(({ section }) => section ?? []))];
  return [
    ...entries.filter(({ section }) => !section).map(linkTo),
    ...sections.map((text): SideNavigationProps.Section => ({
      type: 'section',
      text,
      items: entries.filter(({ section }) => section === text).map(linkTo),
    })),
  ];
};

export const Navigation = () => {
  const { pathname } = useLocation();
  const { data } = useCurrentUser();
  const follow = useFollow();
  return (
    <SideNavigation
      items={itemsOf(entriesFor(data))}
      activeHref={`#${entryAt(pathname)?.to ?? ''}`}
      onFollow={follow}
    />
  );
};
