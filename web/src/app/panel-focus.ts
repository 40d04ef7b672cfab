import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isDialogOpen } from '#web/components/dialog-open.ts';

/** On the page or in the bar above it, not in a panel beside it. */
const onThePage = 'main, [role="toolbar"]';

const focusOnPage = (): HTMLElement | undefined => {
  const { activeElement: now } = document;
  return now instanceof HTMLElement && now.closest(onThePage) ? now : undefined;
};

/**
 * What opened the panel of this title has the focus again once it is closed: whoever works by
 * keyboard goes on where they were.
 */
export const useReturnOfFocus = (opened: string | undefined): void => {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (opened !== undefined) {
      opener.current = focusOnPage() ?? opener.current;
      return;
    }
    const back = opener.current;
    opener.current = undefined;
    // What was chosen on the page meanwhile, and closed the panel, keeps the focus.
    if (back?.isConnected && !focusOnPage()) back.focus();
  }, [opened]);
};

/** Who opened the panel of this name by a control of the page goes on in the panel. */
export const useFocusOnOpening = (opened: string | undefined, focusPanel: () => void): void => {
  const wasOpen = useRef(false);
  const focus = useEffectEvent((isAnother: boolean) => {
    // What had the focus in the panel before may have gone with it.
    const isLost = isAnother && document.activeElement === document.body;
    if (isLost || focusOnPage()) focusPanel();
  });
  useEffect(() => {
    const isAnother = wasOpen.current;
    wasOpen.current = opened !== undefined;
    if (opened === undefined) return undefined;
    // The layout shows the panel some renderings later.
    const frame = requestAnimationFrame(() => focus(isAnother));
    return () => cancelAnimationFrame(frame);
  }, [opened]);
};

/**
 * Menus and lists to choose from close by Escape themselves, a search is cleared by it, and it
 * leads out of an editor of code.
 */
const closesFirst = [
  '[aria-expanded="true"]',
  '[role="menu"]',
  '[role="listbox"]',
  'input[type="search"]',
  '.ace_text-input',
].join();

const isTaken = ({ target, defaultPrevented }: KeyboardEvent): boolean => {
  if (defaultPrevented || isDialogOpen()) return true;
  return target instanceof Element && target.closest(closesFirst) !== null;
};

/**
 * Escape closes the panel, unless it closes something in front of it; `within`, only where that
 * holds of what has the focus.
 */
export const useEscape = (
  onClose: (() => void) | undefined,
  within: (target: Node) => boolean = () => true,
): void => {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isTaken(event)) return;
    if (event.target instanceof Node && within(event.target)) onClose?.();
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
