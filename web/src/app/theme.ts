import { useEffect, useSyncExternalStore } from 'react';
import { applyDensity, Density } from '@cloudscape-design/global-styles';
import * as z from 'zod';
import { applyColorMode, systemDarkQuery } from './color-mode.ts';
import { usePreference } from './preferences.ts';

export const themes = ['light', 'dark', 'system'] as const;
export const densities = ['comfortable', 'compact'] as const;

/** The names shown for each option. */
export const appearanceNames: Record<(typeof themes)[number] | (typeof densities)[number], string> =
  {
    light: 'Light',
    dark: 'Dark',
    system: 'Same as system',
    comfortable: 'Comfortable',
    compact: 'Compact',
  };

const themeName = z.enum(themes);
const densityName = z.enum(densities);

const onSystemChange = (listener: () => void) => {
  const query = systemDarkQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useTheme = () => usePreference('theme', themeName, 'system')[0];
export const useDensity = () => usePreference('density', densityName, 'comfortable')[0];

/** Whether the console is in dark mode now, by the user's choice or the system's. */
export const useIsDark = (): boolean => {
  const theme = useTheme();
  const systemIsDark = useSyncExternalStore(onSystemChange, () => systemDarkQuery().matches);
  return theme === 'dark' || (theme === 'system' && systemIsDark);
};

/** Applies the chosen theme and density to the document. */
export const useAppearance = (): void => {
  const dark = useIsDark();
  const density = useDensity();
  useEffect(() => applyColorMode(dark), [dark]);
  useEffect(() => {
    applyDensity(density === 'compact' ? Density.Compact : Density.Comfortable);
  }, [density]);
};
