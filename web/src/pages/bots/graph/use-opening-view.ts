import { useEffect, useRef, type RefObject } from 'react';
import { getViewportForBounds, useReactFlow, type Viewport } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { boxOf } from './node-size.ts';

type Size = { width: number; height: number };

/** Below this zoom names cannot be read. */
const readable = 0.5;
const margin = 24;

const boundsOf = ({ nodes }: Graph) => {
  const boxes = nodes.map(boxOf);
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
};

/** All of the graph where that can be read, else its beginning. */
export const openingView = (graph: Graph, { width, height }: Size): Viewport | undefined => {
  if (graph.nodes.length === 0 || width === 0) return undefined;
  const bounds = boundsOf(graph);
  const view = getViewportForBounds(bounds, width, height, readable, 1, 0.1);
  if (bounds.width * view.zoom <= width) return view;
  return { ...view, x: margin - bounds.x * view.zoom };
};

/**
 * Shows the graph when it opens, and again while the page around it settles, until it is touched.
 */
export const useOpeningView = (canvas: RefObject<HTMLElement | null>, graph: Graph): void => {
  const { setViewport } = useReactFlow();
  const opened = useRef(graph);
  useEffect(() => {
    const container = canvas.current;
    if (!container) return undefined;
    const show = () => {
      const { width, height } = container.getBoundingClientRect();
      const view = openingView(opened.current, { width, height });
      if (view) void setViewport(view);
    };
    const observer = new ResizeObserver(show);
    const rest = () => observer.disconnect();
    show();
    observer.observe(container);
    for (const event of ['pointerdown', 'keydown', 'wheel']) {
      document.addEventListener(event, rest, { once: true, passive: true });
    }
    return () => {
      rest();
      for (const event of ['pointerdown', 'keydown', 'wheel']) {
        document.removeEventListener(event, rest);
      }
    };
  }, [canvas, setViewport]);
};
