import { Suspense, useEffect } from 'react';
import type { TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { createPersonalStore, useStore } from '../store.ts';
import { useRecordRecent } from './recent.ts';
import { useSearchKey } from './use-search-key.ts';

const LazySearchDialog = lazyDialog<{ user: CurrentUser; onClose: () => void }>(
  async () => (await import('./search-dialog.tsx')).SearchDialog,
);

const isOpen = createPersonalStore(false);
const open = () => isOpen.set(true);
const close = () => isOpen.set(false);

/** The button that opens the search with a mouse; it stays visible on narrow screens. */
export const searchUtility: TopNavigationProps.ButtonUtility = {
  type: 'button',
  iconName: 'search',
  title: 'Search everything',
  ariaLabel: 'Search everything',
  text: 'Search',
  disableUtilityCollapse: true,
  onClick: open,
};

/** The global search, open or not; the dialog's code is fetched when it is first opened. */
export const Search = ({ user }: { user: CurrentUser }) => {
  useSearchKey(open);
  useRecordRecent();
  useEffect(() => close, []);
  return (
    <Suspense>{useStore(isOpen) && <LazySearchDialog user={user} onClose={close} />}</Suspense>
  );
};
