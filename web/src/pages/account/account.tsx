import { type ReactNode, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import Tabs from '@cloudscape-design/components/tabs';
import * as z from 'zod';
import { pathTo } from '#lib/pages.ts';
import { InfoLink } from '#web/app/help.tsx';
import '#web/app/identity.ts';
import { usePage } from '#web/app/page.ts';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { useUrlState } from '#web/components/use-url-state.ts';
import { accountHelp } from './help.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SubscriptionTab } from './subscription-tab.tsx';

const LazyApiKeysTab = lazyPart(async () => (await import('./api-keys-tab.tsx')).ApiKeysTab);

const LazyNotificationsTab = lazyPart(
  async () => (await import('./notifications-tab.tsx')).NotificationsTab,
);

const withSuspense = (tab: ReactNode) => (
  <Suspense fallback={<Loading text="Loading" />}>{tab}</Suspense>
);

/**
 * Each tab has an address; external links lead to that of the subscription, and mails to the last.
 */
const tabs = [
  { id: 'profile', label: 'My Profile', path: pathTo('account'), content: <ProfileTab /> },
  {
    id: 'subscription',
    label: 'Subscription',
    path: pathTo('subscription'),
    content: <SubscriptionTab />,
  },
  {
    id: 'api-keys',
    label: 'API Key Management',
    path: pathTo('account', {}, { tab: 'api-keys' }),
    content: withSuspense(<LazyApiKeysTab />),
  },
  {
    id: 'notifications',
    label: 'Notifications',
    path: pathTo('account', {}, { tab: 'notifications' }),
    content: withSuspense(<LazyNotificationsTab />),
  },
];

const urlState = z.object({ tab: z.string().optional() });

const useShownTab = (): string => {
  const { pathname } = useLocation();
  const [{ tab }] = useUrlState(urlState);
  const ofPath = tabs.find(({ path }) => path === pathname)?.id;
  if (ofPath === 'subscription') return ofPath;
  return tabs.find(({ id }) => id === tab)?.id ?? 'profile';
};

/** The signed-in user's account: profile, sign-in and API keys. */
export const AccountPage = () => {
  const activeTab = useShownTab();
  const navigate = useNavigate();
  usePage({ page: 'account', help: accountHelp });
  return (
    <ContentLayout
      header={
        <Header variant="h1" info={<InfoLink />}>
          Account
        </Header>
      }
    >
      <Tabs
        ariaLabel="Account"
        activeTabId={activeTab}
        tabs={tabs.map(({ path, ...tab }) => ({ ...tab, href: `#${path}` }))}
        onChange={({ detail }) => {
          const { path } = tabs.find(({ id }) => id === detail.activeTabId) ?? {};
          if (path) void navigate(path);
        }}
      />
    </ContentLayout>
  );
};
