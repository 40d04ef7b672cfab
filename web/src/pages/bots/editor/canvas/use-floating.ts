import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** In pixels, relative to the window. */
export type Point = { x: number; y: number };

/** Pixels to the edges of the window. */
const margin = 8;

/** At the point, but inside the window. */
const clampToWindow = (at: Point, { width, height }: DOMRect): Point => ({
  x: Math.max(margin, Math.min(at.x, window.innerWidth - width - margin)),
  y: Math.max(margin, Math.min(at.y, window.innerHeight - height - margin)),
});

const positionElement = (element: HTMLElement | null, at: Point): void => {
  if (!element) return;
  const { x, y } = clampToWindow(at, element.getBoundingClientRect());
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
};

/**
 * A popover at a point of the window, above everything else on the page. A press or the wheel
 * outside of it closes it.
 */
export const useFloating = <E extends HTMLElement>(at: Point, onClose: () => void) => {
  const popover = useRef<E>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    popover.current?.showPopover?.();
    positionElement(popover.current, at);
  }, [at]);
  useEffect(() => {
    const onOutside = ({ target }: Event) => {
      if (!(target instanceof Node && popover.current?.contains(target))) close();
    };
    const onResize = () => positionElement(popover.current, at);
    document.addEventListener('pointerdown', onOutside, true);
    window.addEventListener('wheel', onOutside);
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onOutside, true);
      window.removeEventListener('wheel', onOutside);
      window.removeEventListener('resize', onResize);
    };
  }, [at]);
  return popover;
};
