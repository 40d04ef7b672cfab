import { useCallback, useEffect, useState } from 'react';
import { focusCanvas } from '../editor/canvas/use-keys.ts';
import { usePreparedFind } from './lazy-find.tsx';

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey;

const isInDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Ctrl+F on this page searches the nodes: the browser cannot find those outside of the view. */
export const useFind = () => {
  // Each request creates a new box, which takes the focus again.
  const [requestCount, setRequestCount] = useState(0);
  const [isOpen, setOpen] = useState(false);
  usePreparedFind();
  const show = useCallback(() => {
    setOpen(true);
    setRequestCount((count) => count + 1);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || isInDialog(event)) return;
      event.preventDefault();
      event.stopPropagation();
      show();
    };
    // In the capture phase, before text fields that have their own search.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [show]);
  const close = () => {
    setOpen(false);
    focusCanvas();
  };
  return { isOpen, requestCount, show, close };
};
