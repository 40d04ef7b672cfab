import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#web/components/dialog-open.ts';

/** Where keys are text. */
const fields = 'input, textarea, select, [contenteditable="true"], .ace_editor';

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
  if (altKey) return false;
  // Some keyboards have the slash on a key that needs Shift.
  if (key === '/') return !ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey;
};

/** Whether the key is somebody else's: a field, an open dialog, or a page that took it. */
const isTaken = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.isComposing) return true;
  if (isDialogOpen()) return true;
  return event.target instanceof Element && event.target.closest(fields) !== null;
};

/** `/` and Ctrl+K (Cmd+K) open the search; pages come first: the bot editor has its own `/`. */
export const useSearchKey = (open: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event) || isTaken(event)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    // Above the document, where pages listen.
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
