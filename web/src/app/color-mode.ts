import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { lastOwner, readStorage, storageKey } from './stored-preferences.ts';

export const systemDarkQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Makes the document dark or light. */
export const applyColorMode = (dark: boolean): void => {
  applyMode(dark ? Mode.Dark : Mode.Light);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
};

/** Applies the theme that this browser remembers, for the first paint: React is not loaded yet. */
export const applyStoredMode = (): void => {
  const storedTheme = readStorage(storageKey(lastOwner(), 'theme'));
  applyColorMode(
    storedTheme === '"dark"' || (storedTheme !== '"light"' && systemDarkQuery().matches),
  );
};
