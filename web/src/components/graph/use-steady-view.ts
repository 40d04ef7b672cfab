import type { UIEvent } from 'react';
import { useReactFlow } from '@xyflow/react';

/** Pixels that a pointer may move between press and release of a click, as hands tremble. */
export const clickTolerance = 5;

/** Milliseconds of an animated move of the view; 0 if the user prefers reduced motion. */
export const animationDuration = (): number =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200;

/**
 * Keeps the view where the user expects it. A browser scrolls the canvas to a hidden node that is
 * found by search in the page or read by a screen reader, and the canvas library scrolls back: here
 * the view moves there instead. A moving view stops when the canvas is pressed.
 */
export const useSteadyView = () => {
  const { getViewport, setViewport } = useReactFlow();
  return {
    onScrollCapture: ({ target }: UIEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches('.react-flow')) return;
      const { scrollLeft, scrollTop } = target;
      if (scrollLeft === 0 && scrollTop === 0) return;
      target.scrollTo({ top: 0, left: 0, behavior: 'instant' });
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x - scrollLeft, y: y - scrollTop, zoom });
    },
    onPointerDownCapture: () => void setViewport(getViewport()),
  };
};
