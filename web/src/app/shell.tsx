import './print.css';
import { Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { pageAt, pages } from '#lib/pages.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { users } from '#web/api/users.ts';
import { useSocket } from '#web/api/use-socket.ts';
import { useFollow } from '#web/components/link.tsx';
import { Loading } from '#web/components/loading.tsx';
import { AllowedPage } from './allowed-page.tsx';
import { Flashes } from './flash.tsx';
import { Navigation } from './navigation.tsx';
import { Notice } from './notice.tsx';
import { layoutOf, type Page, shownPage } from './page.ts';
import { Search } from './search/search.tsx';
import { useServerSettings } from './settings.ts';
import { useDrawers, useNavigationOpen, useSplitPanel } from './side-panels.tsx';
import { SkipLink, SkipTarget } from './skip-link.tsx';
import { useStore } from './store.ts';
import { TopBar } from './top-bar.tsx';
import { useTopOfPage } from './use-top-of-page.ts';

const Breadcrumbs = ({ page }: { page: Page }) => {
  const follow = useFollow();
  const { pathname, search } = useLocation();
  const ancestors = page.crumbs.map(({ text, to }) => ({ text, href: `#${to}` }));
  const items = [
    { text: 'Cloudwarden', href: '#/' },
    ...ancestors,
    { text: page.title, href: `#${pathname}${search}` },
  ];
  return <BreadcrumbGroup items={items} onFollow={follow} />;
};

const Layout = () => {
  const page = useStore(shownPage);
  const { pathname } = useLocation();
  useTopOfPage();
  const nextKey = pageAt(pathname)?.key;
  const layout = page ?? (nextKey && layoutOf(nextKey));
  const navigation = useNavigationOpen(layout?.contentType);
  const { drawerBody, ...drawers } = useDrawers(page);
  const splitPanel = useSplitPanel(page);
  return (
    <>
      <AppLayoutToolbar
        headerSelector="#h"
        // The bell's notifications have a page of their own, whose table has the name
        // Notifications.
        ariaLabels={{ notifications: 'Messages' }}
        contentType={layout?.contentType ?? 'default'}
        disableContentPaddings={layout?.edgeToEdge ?? false}
        breadcrumbs={page && pathname !== pages.dashboards.path && <Breadcrumbs page={page} />}
        navigation={<Navigation />}
        notifications={<Flashes />}
        stickyNotifications
        toolsHide
        content={
          <>
            <SkipTarget />
            <Suspense fallback={<Loading text="Loading page" />}>
              <Notice />
              <AllowedPage />
            </Suspense>
          </>
        }
        {...navigation}
        {...drawers}
        {...splitPanel}
      />
      {drawerBody}
    </>
  );
};

/** Fetches everything shown again when the user's rights have changed. */
const useFreshRights = (user: CurrentUser): void => {
  const queries = useQueryClient();
  const shownTo = useRef(user);
  useEffect(() => {
    if (shownTo.current === user) return;
    shownTo.current = user;
    const isOtherQuery = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
      key !== users.getCurrentUser.routeKey;
    refreshQueries(queries, { predicate: isOtherQuery });
  }, [queries, user]);
};

type Props = { user: CurrentUser; isSignedIn: boolean };

/** The shell around every page of the signed-in user; it stays while they sign in again. */
export const Shell = ({ user, isSignedIn }: Props) => {
  useSocket(isSignedIn);
  useFreshRights(user);
  useServerSettings(user.settings);
  return (
    <>
      <SkipLink />
      <div id="h">
        <TopBar user={user} />
      </div>
      <Layout />
      <Search user={user} />
    </>
  );
};
