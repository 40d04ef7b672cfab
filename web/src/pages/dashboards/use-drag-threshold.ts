import { type RefObject, useEffect } from 'react';

/** Pixels that a pressed pointer may move before it counts as a drag. */
const minDragPixels = 5;

/**
 * Raises the distance after which a drag starts in this area: the board's own is 3 pixels, too few
 * for an unsteady hand.
 */
export const useDragThreshold = (area: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    let from: PointerEvent | undefined;
    const onDown = (event: PointerEvent) => {
      const { target } = event;
      from = target instanceof Node && area.current?.contains(target) ? event : undefined;
    };
    const onMove = (event: PointerEvent) => {
      if (!from) return;
      const distance = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
      if (distance > minDragPixels) from = undefined;
      else event.stopImmediatePropagation();
    };
    const onUp = () => {
      from = undefined;
    };
    const options = { capture: true } as const;
    window.addEventListener('pointerdown', onDown, options);
    window.addEventListener('pointermove', onMove, options);
    window.addEventListener('pointerup', onUp, options);
    window.addEventListener('pointercancel', onUp, options);
    return () => {
      window.removeEventListener('pointerdown', onDown, options);
      window.removeEventListener('pointermove', onMove, options);
      window.removeEventListener('pointerup', onUp, options);
      window.removeEventListener('pointercancel', onUp, options);
    };
  }, [area]);
};
