import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { keyOf, lastOwner, readKept } from './kept.ts';

export const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Makes the document dark or light. */
export const showMode = (dark: boolean): void => {
  applyMode(dark ? Mode.Dark : Mode.Light);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
};

/** Applies the theme that this browser remembers, for the first paint: React is not loaded yet. */
export const showRememberedMode = (): void => {
  const kept = readKept(keyOf(lastOwner(), 'theme'));
  showMode(kept === '"dark"' || (kept !== '"light"' && darkSystem().matches));
};
