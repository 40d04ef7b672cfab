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
export const usePaneWidth = (around: RefObject<HTMLElement | null>) => {
  const [kept, keep] = usePreference('bot-pane-width', z.number(), defaultWidth);
  const [drawn, draw] = useState<number>();
  const whole = useWidth(around);
  const most = Math.min(whole * maxShare, whole - reservedWidth);
  const widest = Math.max(minPaneWidth, Math.round(most));
  const hold = (width: number) => Math.round(Math.min(widest, Math.max(minPaneWidth, width)));
  const width = hold(drawn ?? kept);
  return {
    width,
    widest,
    set: (next: number) => keep(hold(next)),
    reset: () => keep(defaultWidth),
    /** While it is dragged. */
    draw: (next: number) => draw(hold(next)),
    drop: () => {
      if (drawn !== undefined) keep(width);
      draw(undefined);
    },
  };
};

export type PaneWidth = ReturnType<typeof usePaneWidth>;
