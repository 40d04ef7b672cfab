import { Suspense, useEffect } from 'react';
import type { TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { createPersonalStore, useStore } from '../store.ts';
import { useKeepRecent } from './recent.ts';
import { useSearchKey } from './use-search-key.ts';

const LazySearchDialog = lazyDialog<{ user: CurrentUser; onClose: () => void }>(
  async () => (await import('./search-dialog.tsx')).SearchDialog,
);

const isOpen = createPersonalStore(false);
const open = () => isOpen.set(true);
const close = () => isOpen.set(false);

/** What opens the search for whoever has a mouse; it stays in view where there is little room. */
export const searchUtility: TopNavigationProps.ButtonUtility = {
  type: 'button',
  iconName: 'search',
  title: 'Search everything',
  ariaLabel: 'Search everything',
  text: 'Search',
  disableUtilityCollapse: true,
  onClick: open,
};

/** The search, open or not; it is fetched when somebody opens it first. */
export const Search = ({ user }: { user: CurrentUser }) => {
  useSearchKey(open);
  useKeepRecent();
  useEffect(() => close, []);
  return (
    <Suspense>{useStore(isOpen) && <LazySearchDialog user={user} onClose={close} />}</Suspense>
  );
};
