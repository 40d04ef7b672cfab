import { type RefObject, useEffect, useState } from 'react';
import * as z from 'zod';
import { usePreference } from '#web/app/preferences.ts';

/** In pixels; the style sheet has the same bounds. */
export const minPaneWidth = 280;
const defaultWidth = 420;
const maxShare = 0.6;
/** Pixels left for the canvas and the palette beside it. */
const reservedWidth = 560;
/** Assumed width until the element is measured. */
const assumedWidth = 1440;

/** The current width of an element in pixels. */
const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(assumedWidth);
  useEffect(() => {
    const measure = () => setWidth(element.current?.clientWidth || assumedWidth);
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
};

/**
 * The width of the pane at the right of an element, as the user set it: kept in this browser, and
 * limited to the narrowest and widest values.
 */
export const usePaneWidth = (container: RefObject<HTMLElement | null>) => {
  const [storedWidth, storeWidth] = usePreference('bot-pane-width', z.number(), defaultWidth);
  const [draggedWidth, setDraggedWidth] = useState<number>();
  const totalWidth = useWidth(container);
  const maxWidth = Math.min(totalWidth * maxShare, totalWidth - reservedWidth);
  const widest = Math.max(minPaneWidth, Math.round(maxWidth));
  const clampWidth = (width: number) => Math.round(Math.min(widest, Math.max(minPaneWidth, width)));
  const width = clampWidth(draggedWidth ?? storedWidth);
  return {
    width,
    widest,
    set: (next: number) => storeWidth(clampWidth(next)),
    reset: () => storeWidth(defaultWidth),
    /** While it is dragged. */
    draw: (next: number) => setDraggedWidth(clampWidth(next)),
    drop: () => {
      if (draggedWidth !== undefined) storeWidth(width);
      setDraggedWidth(undefined);
    },
  };
};

export type PaneWidth = ReturnType<typeof usePaneWidth>;
