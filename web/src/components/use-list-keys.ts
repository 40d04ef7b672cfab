import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#web/components/dialog-open.ts';

type Keys = Record<string, (() => void) | undefined>;

const keyConsumers = [
  'input, textarea, select, button, a, table',
  '[role="slider"], [role="dialog"], [role="menu"], [role="listbox"]',
].join();

/** Pagination buttons: they do not use these keys, and keep the focus when pressed. */
const paginationButtons = 'ul > li > button';

/** Whether the key belongs to the focused element or to an open dialog. */
const isHandledElsewhere = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (isDialogOpen()) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement) || target === document.body) return false;
  return target.closest(keyConsumers) !== null && !target.matches(paginationButtons);
};

/**
 * Single-key shortcuts of a list page: they are active unless a field, a table, a dialog, or a
 * button other than a pagination button has the focus.
 */
export const useListKeys = (keys: Keys): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = isHandledElsewhere(event) ? undefined : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};
