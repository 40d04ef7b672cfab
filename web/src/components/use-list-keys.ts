import { useEffect, useEffectEvent } from 'react';

type Keys = Record<string, (() => void) | undefined>;

const busy =
  'input, textarea, select, button, a, table, [role="dialog"], [role="menu"], [role="listbox"]';

/** Whether the key belongs to whatever has the focus, or to an open dialog. */
const isTaken = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (document.querySelector('[role="dialog"]')) return true;
  const { target } = event;
  const inPage = target instanceof HTMLElement && target.closest(busy) !== null;
  return inPage && target !== document.body;
};

/** Single keys of a list page: they work while no field, button, table or dialog has the focus. */
export const useListKeys = (keys: Keys): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = isTaken(event) ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};
