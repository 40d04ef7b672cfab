import { useCallback, useEffect, useState } from 'react';
import { usePreparedFind } from './lazy-find.tsx';

const asksForSearch = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey;

const isInDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Back to the canvas, at its current node. */
const focusCanvas = (): void =>
  document.querySelector<HTMLElement>('.bot-graph [tabindex="0"]')?.focus();

/** Ctrl+F on this page looks through the nodes: the browser sees none of those out of view. */
export const useFind = () => {
  // Each asking is a new box: it takes the focus again.
  const [asked, setAsked] = useState(0);
  const [open, setOpen] = useState(false);
  usePreparedFind();
  const show = useCallback(() => {
    setOpen(true);
    setAsked((count) => count + 1);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!asksForSearch(event) || isInDialog(event)) return;
      event.preventDefault();
      event.stopPropagation();
      show();
    };
    // Before text fields that have a search of their own.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [show]);
  const close = () => {
    setOpen(false);
    focusCanvas();
  };
  return { open, asked, show, close };
};
