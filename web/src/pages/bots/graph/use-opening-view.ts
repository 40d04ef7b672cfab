import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { getViewportForBounds, useReactFlow, type Viewport } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { keepView, keptView } from './kept-views.ts';
import { boundsOf, boxOf, meet } from './node-size.ts';

type Size = { width: number; height: number };

/** Below this zoom names cannot be read. */
const readable = 0.5;
const margin = 24;

/** All of the graph where that can be read, else its beginning. */
export const openingView = (graph: Graph, { width, height }: Size): Viewport | undefined => {
  if (graph.nodes.length === 0 || width === 0) return undefined;
  const bounds = boundsOf(graph.nodes.map(boxOf));
  const view = getViewportForBounds(bounds, width, height, readable, 1, 0.1);
  if (bounds.width * view.zoom <= width) return view;
  return { ...view, x: margin - bounds.x * view.zoom };
};

/** Whether any node can be seen in the view. */
const showsAny = (graph: Graph, { x, y, zoom }: Viewport, { width, height }: Size): boolean => {
  const seen = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  return graph.nodes.some((node) => meet(boxOf(node), seen));
};

const touches = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Shows the graph when it opens: as this person saw it last where a name is given and something of
 * it is in view, else from its beginning, and again while the page around it settles, until it is
 * touched. Answers what to call when the view has moved.
 */
export const useOpeningView = (
  canvas: RefObject<HTMLElement | null>,
  graph: Graph,
  name: string | undefined,
): ((view: Viewport) => void) => {
  const { setViewport } = useReactFlow();
  const opened = useRef(graph);
  const touched = useRef(false);
  useEffect(() => {
    const container = canvas.current;
    if (!container) return undefined;
    const show = () => {
      const { width, height } = container.getBoundingClientRect();
      const kept = name === undefined ? undefined : keptView(name);
      const isUsable = kept && showsAny(opened.current, kept, { width, height });
      const view = isUsable ? kept : openingView(opened.current, { width, height });
      if (view) void setViewport(view);
    };
    const observer = new ResizeObserver(show);
    const rest = () => {
      touched.current = true;
      observer.disconnect();
    };
    if (!touched.current) {
      show();
      observer.observe(container);
    }
    for (const event of touches) {
      document.addEventListener(event, rest, { once: true, passive: true });
    }
    return () => {
      observer.disconnect();
      for (const event of touches) document.removeEventListener(event, rest);
    };
  }, [canvas, name, setViewport]);
  return useCallback(
    (view) => {
      if (name !== undefined && touched.current) keepView(name, view);
    },
    [name],
  );
};
