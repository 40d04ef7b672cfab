import { Suspense, useState } from 'react';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import TopNavigation, {
  type TopNavigationProps,
} from '@cloudscape-design/components/top-navigation';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { guards } from '#lib/kernel/guards.ts';
import { hrefTo, sessionPaths } from '#lib/pages.ts';
import { useFollow } from '#web/components/link.tsx';
import { lazyExtra } from '#web/components/lazy-part.tsx';
import { searchUtility } from './search/search.tsx';
import { useRefusal } from './session.ts';
import { useChangeSettings } from './settings.ts';
import { appearanceNames, densities, themes, useDensity, useTheme } from './theme.ts';

const LazyBell = lazyExtra(async () => (await import('./bell.tsx')).Bell);

const LazyIntegrationMenu = lazyExtra(
  async () => (await import('./integration-menu.tsx')).IntegrationMenu,
);

/** Users who may not read integrations have none to choose from. */
const readingIntegrations = { guard: guards.getIntegration };

/** The bell until its content is loaded. */
const placeholderBell: TopNavigationProps.MenuDropdownUtility = {
  type: 'menu-dropdown',
  iconName: 'notification',
  ariaLabel: 'Notifications',
  title: 'Notifications',
  items: [{ id: 'all', text: 'View all', href: hrefTo('notifications') }],
};

const toMenuItems = <T extends keyof typeof appearanceNames>(values: readonly T[], chosen: T) =>
  values.map((value): ButtonDropdownProps.CheckboxItem => ({
    itemType: 'checkbox',
    id: value,
    text: appearanceNames[value],
    checked: value === chosen,
  }));

const useSettings = (): TopNavigationProps.MenuDropdownUtility => {
  const theme = useTheme();
  const density = useDensity();
  const change = useChangeSettings();
  return {
    type: 'menu-dropdown',
    iconName: 'settings',
    ariaLabel: 'Settings',
    title: 'Settings',
    items: [
      { id: 'theme', text: 'Theme', items: toMenuItems(themes, theme) },
      { id: 'density', text: 'Density', items: toMenuItems(densities, density) },
    ],
    onItemClick: ({ detail }) => {
      const newTheme = themes.find((value) => value === detail.id);
      const newDensity = densities.find((value) => value === detail.id);
      if (newTheme) change({ theme: newTheme });
      if (newDensity) change({ density: newDensity });
    },
  };
};

const userMenu = (user: CurrentUser, follow: ReturnType<typeof useFollow>) =>
  ({
    type: 'menu-dropdown',
    iconName: 'user-profile',
    text: user.name,
    description: `${user._id} (${user.organisation})`,
    items: [
      { id: 'account', text: 'Account', href: hrefTo('account') },
      { id: 'sign-out', text: 'Sign out', href: `#${sessionPaths.logout}` },
    ],
    onItemFollow: follow,
  }) satisfies TopNavigationProps.MenuDropdownUtility;

export const TopBar = ({ user }: { user: CurrentUser }) => {
  const follow = useFollow();
  const settings = useSettings();
  const [bell, setBell] = useState<TopNavigationProps.Utility>({
    ...placeholderBell,
    onItemFollow: follow,
  });
  const [filter, setFilter] = useState<TopNavigationProps.Utility>();
  const mayFilter = useRefusal(readingIntegrations) === undefined;
  const filters = mayFilter && filter ? [filter] : [];
  return (
    <>
      <Suspense>
        <LazyBell onChange={setBell} />
      </Suspense>
      <Suspense>{mayFilter && <LazyIntegrationMenu onChange={setFilter} />}</Suspense>
      <TopNavigation
        identity={{
          href: '#/',
          title: 'Cloudwarden',
          logo: { src: '/logo.svg', alt: 'Logo' },
          onFollow: (event) => {
            event.preventDefault();
            follow({ preventDefault: () => {}, detail: { href: '#/' } });
          },
        }}
        utilities={[searchUtility, ...filters, bell, settings, userMenu(user, follow)]}
      />
    </>
  );
};
