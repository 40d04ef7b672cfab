import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import TopNavigation, {
  type TopNavigationProps,
} from '@cloudscape-design/components/top-navigation';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { useFollow } from '#web/components/link.tsx';
import { flash } from './flash.tsx';
import { endSession } from './session.ts';
import { densities, themes, useDensity, useTheme } from './theme.ts';

const labels: Record<(typeof themes)[number] | (typeof densities)[number], string> = {
  light: 'Light',
  dark: 'Dark',
  system: 'Same as system',
  comfortable: 'Comfortable',
  compact: 'Compact',
};

const choices = <T extends keyof typeof labels>(values: readonly T[], chosen: T) =>
  values.map((value): ButtonDropdownProps.CheckboxItem => ({
    itemType: 'checkbox',
    id: value,
    text: labels[value],
    checked: value === chosen,
  }));

const useSettings = (): TopNavigationProps.MenuDropdownUtility => {
  const [theme, setTheme] = useTheme();
  const [density, setDensity] = useDensity();
  return {
    type: 'menu-dropdown',
    iconName: 'settings',
    ariaLabel: 'Settings',
    title: 'Settings',
    items: [
      { id: 'theme', text: 'Theme', items: choices(themes, theme) },
      { id: 'density', text: 'Density', items: choices(densities, density) },
    ],
    onItemClick: ({ detail }) => {
      const newTheme = themes.find((value) => value === detail.id);
      const newDensity = densities.find((value) => value === detail.id);
      if (newTheme) setTheme(newTheme);
      if (newDensity) setDensity(newDensity);
    },
  };
};

const useSignOut = () => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    try {
      await endSession();
      queries.clear();
      await navigate('/login');
    } catch {
      flash.error('Error signing out!');
    }
  };
};

const userMenu = (user: CurrentUser, signOut: () => Promise<void>) =>
  ({
    type: 'menu-dropdown',
    iconName: 'user-profile',
    text: user.name,
    description: `${user._id} (${user.organisation})`,
    items: [{ id: 'sign-out', text: 'Sign out' }],
    onItemClick: () => void signOut(),
  }) satisfies TopNavigationProps.MenuDropdownUtility;

export const TopBar = ({ user }: { user: CurrentUser }) => {
  const follow = useFollow();
  const settings = useSettings();
  const signOut = useSignOut();
  return (
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
      utilities={[settings, userMenu(user, signOut)]}
    />
  );
};
