import { type RefObject, useEffect } from 'react';

/** Pixels that a pointer may move while it is down, before that is a drag. */
const shaking = 5;

/** A press that shakes moves nothing in here: the board by itself drags after 3 pixels. */
export const useDragStart = (area: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    let from: PointerEvent | undefined;
    const onDown = (event: PointerEvent) => {
      const { target } = event;
      from = target instanceof Node && area.current?.contains(target) ? event : undefined;
    };
    const onMove = (event: PointerEvent) => {
      if (!from) return;
      const moved = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
      if (moved > shaking) from = undefined;
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
