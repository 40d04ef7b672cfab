import { useLocation } from 'react-router';
import SideNavigation, {
  type SideNavigationProps,
} from '@cloudscape-design/components/side-navigation';
import { useFollow } from '#web/components/link.tsx';

/** Every page that people reach without knowing an id, in the order shown. */
const entries = [
  { text: 'Bots', to: '/bots' },
  { text: 'Bot runs', to: '/bots/executions' },
  { text: 'Listeners', to: '/listeners' },
  { text: 'Credentials', to: '/credentials' },
  { text: 'Approvals', to: '/approvals' },
  { text: 'User Input', to: '/user-input' },
] as const;

const items: SideNavigationProps.Item[] = entries.map(({ text, to }) => ({
  type: 'link',
  text,
  href: `#${to}`,
}));

/** The entry that a path belongs to: the longest that it starts with; a bot's run is a run. */
export const activeEntry = (pathname: string): string => {
  if (/^\/bots\/[^/]+\/executions(\/|$)/.test(pathname)) return '#/bots/executions';
  const fitting = entries
    .map(({ to }) => to)
    .filter((to) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.length - a.length);
  return `#${fitting[0] ?? '/'}`;
};

export const Navigation = () => {
  const { pathname } = useLocation();
  const follow = useFollow();
  return <SideNavigation items={items} activeHref={activeEntry(pathname)} onFollow={follow} />;
};
