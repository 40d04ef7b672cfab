import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** On the page, not in a panel beside it. */
const onThePage = 'main';

/**
 * What opened the panel of this title has the focus again once it is closed: whoever works by
 * keyboard goes on where they were.
 */
export const useReturnOfFocus = (opened: string | undefined): void => {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (opened !== undefined) {
      const { activeElement: now } = document;
      if (now instanceof HTMLElement && now.closest(onThePage)) opener.current = now;
      return;
    }
    const back = opener.current;
    opener.current = undefined;
    if (back?.isConnected) back.focus();
  }, [opened]);
};

/** Menus and lists to choose from close by Escape themselves, and a search is cleared by it. */
const closesFirst = '[aria-expanded="true"], [role="menu"], [role="listbox"], input[type="search"]';

const isTaken = ({ target, defaultPrevented }: KeyboardEvent): boolean => {
  if (defaultPrevented || document.querySelector('[role="dialog"]')) return true;
  return target instanceof Element && target.closest(closesFirst) !== null;
};

/** Escape closes the panel, unless it closes something in front of it. */
export const useEscape = (onClose: (() => void) | undefined): void => {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isTaken(event)) onClose?.();
  });
  const isOpen = onClose !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const listener = (event: KeyboardEvent) => close(event);
    // Asked before what has the focus is: afterwards its menu has closed already.
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, [isOpen]);
};
