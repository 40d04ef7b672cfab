import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { useSocket } from '#web/api/use-socket.ts';
import { useFollow } from '#web/components/link.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Flashes } from './flash.tsx';
import { Navigation } from './navigation.tsx';
import { Notice } from './notice.tsx';
import { shownPage, type Page } from './page.ts';
import { ownPreferences } from './preferences.ts';
import { useDrawers, useNavigationOpen, useSplitPanel } from './side-panels.tsx';
import { useStore } from './store.ts';
import { TopBar } from './top-bar.tsx';

const Breadcrumbs = ({ page }: { page: Page }) => {
  const follow = useFollow();
  const { pathname, search } = useLocation();
  const above = (page.crumbs ?? []).map(({ text, to }) => ({ text, href: `#${to}` }));
  const items = [
    { text: 'Cloudwarden', href: '#/' },
    ...above,
    { text: page.title, href: `#${pathname}${search}` },
  ];
  return <BreadcrumbGroup items={items} onFollow={follow} />;
};

const Layout = () => {
  const page = useStore(shownPage);
  const navigation = useNavigationOpen(page?.contentType);
  const drawers = useDrawers(page);
  const splitPanel = useSplitPanel(page);
  return (
    <AppLayoutToolbar
      headerSelector="#h"
      contentType={page?.contentType ?? 'default'}
      disableContentPaddings={page?.edgeToEdge ?? false}
      breadcrumbs={page && <Breadcrumbs page={page} />}
      navigation={<Navigation />}
      notifications={<Flashes />}
      stickyNotifications
      toolsHide
      content={
        <Suspense fallback={<Loading text="Loading page" />}>
          <Notice />
          <Outlet />
        </Suspense>
      }
      {...navigation}
      {...drawers}
      {...splitPanel}
    />
  );
};

/** What stands around every page of the signed-in person. */
export const Shell = ({ user }: { user: CurrentUser }) => {
  useSocket();
  useEffect(() => ownPreferences(user._id), [user._id]);
  return (
    <>
      <div id="h">
        <TopBar user={user} />
      </div>
      <Layout />
    </>
  );
};
