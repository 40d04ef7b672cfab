import { type RefObject, useEffect, useState } from 'react';
import * as z from 'zod';
import { usePreference } from '#web/app/preferences.ts';

/** In pixels; the style sheet holds to both bounds too. */
export const narrowest = 280;
const usual = 420;
const largestShare = 0.6;
/** What stays for the canvas and the kinds of nodes beside it. */
const leftOver = 560;
/** Of a window that was not measured yet. */
const someWidth = 1440;

/** The width of an element in pixels, as it changes. */
const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(someWidth);
  useEffect(() => {
    const measure = () => setWidth(element.current?.clientWidth || someWidth);
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
};

/**
 * How wide the pane at the end of an element is, as the person wants it: kept in this browser. What
 * is set is held between the narrowest and the widest.
 */
export const usePaneWidth = (around: RefObject<HTMLElement | null>) => {
  const [kept, keep] = usePreference('bot-pane-width', z.number(), usual);
  const [drawn, draw] = useState<number>();
  const whole = useWidth(around);
  const most = Math.min(whole * largestShare, whole - leftOver);
  const widest = Math.max(narrowest, Math.round(most));
  const hold = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)));
  const width = hold(drawn ?? kept);
  return {
    width,
    widest,
    set: (next: number) => keep(hold(next)),
    reset: () => keep(usual),
    /** While a pointer draws it. */
    draw: (next: number) => draw(hold(next)),
    drop: () => {
      if (drawn !== undefined) keep(width);
      draw(undefined);
    },
  };
};

export type PaneWidth = ReturnType<typeof usePaneWidth>;
