import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { getViewportForBounds, useReactFlow, type Viewport } from '@xyflow/react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { keepView, keptView } from './kept-views.ts';
import { type Box, boundsOf, boxOf, meet } from './node-size.ts';

type Size = { width: number; height: number };

/** Below this zoom names cannot be read. */
const readable = 0.5;
/** A graph that nobody looked at yet is not shown smaller than this. */
const comfortable = 0.75;
const margin = 24;
/** Above a graph that fills the height: a button is laid over the canvas there. */
const marginAbove = 72;

/** Where the start stands, or else the node at the far left. */
const beginningOf = ({ nodes }: Graph): Box => {
  const leftmost = () => nodes.reduce((a, b) => (b.position.x < a.position.x ? b : a));
  return boxOf(nodes.find(({ type }) => type === 'start') ?? leftmost());
};

/** All of the graph where that can be read, else its beginning. */
export const openingView = (graph: Graph, { width, height }: Size): Viewport | undefined => {
  if (graph.nodes.length === 0 || width === 0) return undefined;
  const bounds = boundsOf(graph.nodes.map(boxOf));
  const view = getViewportForBounds(bounds, width, height, comfortable, 1, 0.1);
  const { zoom } = view;
  const first = beginningOf(graph);
  // In the middle of the height, unless that left space free above or below the graph.
  const middle = height / 2 - (first.y + first.height / 2) * zoom;
  const lowest = marginAbove - bounds.y * zoom;
  const highest = height - margin - (bounds.y + bounds.height) * zoom;
  return {
    zoom,
    x: bounds.width * zoom <= width ? view.x : margin - first.x * zoom,
    y: bounds.height * zoom <= height ? view.y : Math.min(lowest, Math.max(highest, middle)),
  };
};

/** The part of the graph that can be seen in the view. */
const seenIn = ({ x, y, zoom }: Viewport, { width, height }: Size): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

const isInside = (a: Box, b: Box): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

/** The view, moved so that the node is in its middle, unless all of it can be read as it is. */
export const viewOfNode = (node: GraphNode, view: Viewport, size: Size): Viewport => {
  const box = boxOf(node);
  if (view.zoom >= readable && isInside(box, seenIn(view, size))) return view;
  const zoom = Math.max(view.zoom, readable);
  return {
    zoom,
    x: size.width / 2 - (box.x + box.width / 2) * zoom,
    y: size.height / 2 - (box.y + box.height / 2) * zoom,
  };
};

/** The view where something of the graph is seen in it, else one of the graph's beginning. */
export const viewWithNodes = (graph: Graph, view: Viewport, size: Size): Viewport | undefined => {
  const seen = seenIn(view, size);
  return graph.nodes.some((node) => meet(boxOf(node), seen)) ? view : openingView(graph, size);
};

/** As the graph was seen last, or its beginning. */
const lastView = (graph: Graph, name: string | undefined, size: Size): Viewport | undefined => {
  const kept = name === undefined ? undefined : keptView(name);
  return kept ? viewWithNodes(graph, kept, size) : openingView(graph, size);
};

const touches = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Shows the graph when it opens: as this person saw it last where a name is given and something of
 * it is in view, else from its beginning; the chosen node is in view wherever that is. Shows it
 * again while the page around it settles, until it is touched. Answers what to call when the view
 * has moved.
 */
export const useOpeningView = (
  canvas: RefObject<HTMLElement | null>,
  graph: Graph,
  name: string | undefined,
  chosen: string | undefined,
): ((view: Viewport) => void) => {
  const { setViewport } = useReactFlow();
  const opened = useRef(graph);
  const touched = useRef(false);
  useEffect(() => {
    const container = canvas.current;
    if (!container) return undefined;
    const show = () => {
      const size = container.getBoundingClientRect();
      const view = lastView(opened.current, name, size);
      const node = opened.current.nodes.find(({ id }) => id === chosen);
      if (view) void setViewport(node ? viewOfNode(node, view, size) : view);
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
  }, [canvas, name, chosen, setViewport]);
  return useCallback(
    (view) => {
      if (name !== undefined && touched.current) keepView(name, view);
    },
    [name],
  );
};
