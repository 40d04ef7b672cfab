import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isDialogOpen } from '#web/components/dialog-open.ts';

/** On the page or in the bar above it, not in a panel beside it. */
const pageSelector = 'main, [role="toolbar"]';

const focusedPageElement = (): HTMLElement | undefined => {
  const { activeElement: now } = document;
  return now instanceof HTMLElement && now.closest(pageSelector) ? now : undefined;
};

/**
 * Returns the focus to the element that opened the panel of this title when the panel is closed, so
 * that keyboard users continue where they were.
 */
export const useReturnOfFocus = (panelTitle: string | undefined): void => {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (panelTitle !== undefined) {
      opener.current = focusedPageElement() ?? opener.current;
      return;
    }
    const back = opener.current;
    opener.current = undefined;
    // If the user selected something on the page meanwhile, which closed the panel, it keeps the
    // focus.
    if (back?.isConnected && !focusedPageElement()) back.focus();
  }, [panelTitle]);
};

/** Moves the focus into the panel of this name if it was opened from a control on the page. */
export const useFocusOnOpening = (panelName: string | undefined, focusPanel: () => void): void => {
  const wasOpen = useRef(false);
  const focus = useEffectEvent((isAnother: boolean) => {
    // The panel's element that had the focus may have been removed with its old content.
    const isLost = isAnother && document.activeElement === document.body;
    if (isLost || focusedPageElement()) focusPanel();
  });
  useEffect(() => {
    const isAnother = wasOpen.current;
    wasOpen.current = panelName !== undefined;
    if (panelName === undefined) return undefined;
    // The layout shows the panel a few renders later.
    const frame = requestAnimationFrame(() => focus(isAnother));
    return () => cancelAnimationFrame(frame);
  }, [panelName]);
};

/**
 * Elements that handle Escape themselves: menus and lists close, a search is cleared, and a code
 * editor is left.
 */
const escapeConsumers = [
  '[aria-expanded="true"]',
  '[role="menu"]',
  '[role="listbox"]',
  'input[type="search"]',
  '.ace_text-input',
].join();

const isHandledElsewhere = ({ target, defaultPrevented }: KeyboardEvent): boolean => {
  if (defaultPrevented || isDialogOpen()) return true;
  return target instanceof Element && target.closest(escapeConsumers) !== null;
};

/**
 * Escape closes the panel, unless it closes something in front of it. With `isInside`, only if that
 * returns true for the focused element.
 */
export const useEscape = (
  onClose: (() => void) | undefined,
  isInside: (target: Node) => boolean = () => true,
): void => {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isHandledElsewhere(event)) return;
    if (event.target instanceof Node && isInside(event.target)) onClose?.();
  });
  const isOpen = onClose !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const listener = (event: KeyboardEvent) => close(event);
    // In the capture phase, before the focused element handles the key: afterwards its menu is
    // already closed.
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, [isOpen]);
};
