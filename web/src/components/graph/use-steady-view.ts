import type { UIEvent } from 'react';
import { useReactFlow } from '@xyflow/react';

/** Hands tremble: a pointer may move so many pixels between press and release of a click. */
export const tremble = 5;

/** Milliseconds in which the view goes where it is led; at once for who wants nothing to move. */
export const glide = (): number =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200;

/**
 * What is aimed at stays where it is. A browser scrolls the canvas to a node out of sight that
 * somebody searches the page for, or that a screen reader reads; the canvas library scrolls back.
 * Here the view moves there instead. A view that is moving stops when the canvas is pressed.
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
