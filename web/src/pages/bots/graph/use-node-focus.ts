import { useEffect, type RefObject } from 'react';
import { useReactFlow } from '@xyflow/react';

const nodeElement = (canvas: HTMLElement, id: string): HTMLElement | null =>
  canvas.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);

const isInside = (element: HTMLElement, canvas: HTMLElement): boolean => {
  const a = element.getBoundingClientRect();
  const b = canvas.getBoundingClientRect();
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
};

/** While the focus is on the canvas it goes with the selected node, which is brought into view. */
export const useNodeFocus = (canvas: RefObject<HTMLElement | null>, id: string | undefined) => {
  const { getInternalNode, getZoom, setCenter } = useReactFlow();
  useEffect(() => {
    // A node that was just added is drawn a moment later.
    const frame = requestAnimationFrame(() => {
      const container = canvas.current;
      const element = container && id ? nodeElement(container, id) : null;
      if (!container || !element || !id) return;
      if (container.contains(document.activeElement)) element.focus({ preventScroll: true });
      const node = getInternalNode(id);
      if (!node || isInside(element, container)) return;
      const { x, y } = node.internals.positionAbsolute;
      const { width = 0, height = 0 } = node.measured;
      void setCenter(x + width / 2, y + height / 2, { zoom: getZoom(), duration: 200 });
    });
    return () => cancelAnimationFrame(frame);
  }, [canvas, id, getInternalNode, getZoom, setCenter]);
};
