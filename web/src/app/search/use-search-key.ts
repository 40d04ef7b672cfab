import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#web/components/dialog-open.ts';

/** Elements in which keys enter text. */
const fields = 'input, textarea, select, [contenteditable="true"], .ace_editor';

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
  if (altKey) return false;
  // Some keyboards have the slash on a key that needs Shift.
  if (key === '/') return !ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey;
};

/**
 * Whether the key belongs to another element: a field, an open dialog, or a page that handled it.
 */
const isHandledElsewhere = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.isComposing) return true;
  if (isDialogOpen()) return true;
  return event.target instanceof Element && event.target.closest(fields) !== null;
};

/**
 * `/` and Ctrl+K (Cmd+K) open the search, unless the page handles the key: the bot editor has its
 * own `/`.
 */
export const useSearchKey = (open: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event) || isHandledElsewhere(event)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    // On the window, above the document, where pages listen.
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
