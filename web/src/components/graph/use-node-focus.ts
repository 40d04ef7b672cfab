import { type RefObject, useEffect, useRef } from 'react';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { coveredHeight } from './messages.tsx';
import { animationDuration } from './use-steady-view.ts';

const nodeElement = (canvas: HTMLElement, id: string): HTMLElement | null =>
  canvas.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);

/**
 * Pixels of the canvas's height that the overview, the tools and the add button below a node cover.
 */
const coveredPixels = 140;

/** How far something has to move to be between two bounds; 0 if it is. */
const shiftToFit = (low: number, high: number, min: number, max: number): number =>
  low < min ? min - low : Math.min(0, max - high);

/** How far, in pixels, the view has to move to show a whole node. */
const shiftFor = (element: HTMLElement, canvas: HTMLElement): { x: number; y: number } => {
  const a = element.getBoundingClientRect();
  const b = canvas.getBoundingClientRect();
  return {
    x: shiftToFit(a.left, a.right, b.left, b.right),
    y: shiftToFit(a.top, a.bottom, b.top + coveredHeight(canvas), b.bottom - coveredPixels),
  };
};

const isInside = (element: HTMLElement, canvas: HTMLElement): boolean => {
  const { x, y } = shiftFor(element, canvas);
  return x === 0 && y === 0;
};

/** The newly selected node; of several, the first one if none of them is visible. */
const newlySelectedNode = (
  canvas: HTMLElement,
  previous: readonly string[],
  current: readonly string[],
): string | undefined => {
  if (current.at(-1) === previous.at(-1)) return undefined;
  const added = current.filter((id) => !previous.includes(id));
  if (current.length === 1 || added.length < 2) return current.at(-1);
  const isVisible = (id: string) => {
    const element = nodeElement(canvas, id);
    return element !== null && isInside(element, canvas);
  };
  return added.some(isVisible) ? undefined : added[0];
};

/**
 * While the focus is on the canvas, it moves to the last selected node, which is scrolled into
 * view.
 */
export const useNodeFocus = (
  canvas: RefObject<HTMLElement | null>,
  selected: readonly string[],
): void => {
  const { getInternalNode, getViewport, getZoom, setCenter, setViewport } = useReactFlow();
  const flow = useStoreApi();
  const previous = useRef<readonly string[]>([]);
  useEffect(() => {
    // A node that was just added is rendered a moment later.
    const frame = requestAnimationFrame(() => {
      const container = canvas.current;
      const id = container && newlySelectedNode(container, previous.current, selected);
      previous.current = selected;
      const element = container && id ? nodeElement(container, id) : null;
      if (!element || !id || flow.getState().userSelectionActive) return;
      if (container?.contains(document.activeElement)) element.focus({ preventScroll: true });
      const node = getInternalNode(id);
      if (!node || !container || isInside(element, container)) return;
      const shift = shiftFor(element, container);
      const { offsetWidth, offsetHeight } = element;
      const isNear = Math.abs(shift.x) < offsetWidth && Math.abs(shift.y) < 2 * offsetHeight;
      if (isNear) {
        // A node clicked at the edge must not jump away from the pointer.
        const view = getViewport();
        const to = { ...view, x: view.x + shift.x, y: view.y + shift.y };
        void setViewport(to, { duration: animationDuration() });
        return;
      }
      const { x, y } = node.internals.positionAbsolute;
      const { width = 0, height = 0 } = node.measured;
      void setCenter(x + width / 2, y + height / 2, {
        zoom: getZoom(),
        duration: animationDuration(),
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [canvas, selected, flow, getInternalNode, getViewport, getZoom, setCenter, setViewport]);
};
