import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { getViewportForBounds, useReactFlow, type Viewport } from '@xyflow/react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { coveredAbove } from './messages.tsx';
import { keepView, keptView } from './kept-views.ts';
import { type Box, boundsOf, boxOf, type Placed } from './node-size.ts';

type Size = { width: number; height: number };

/** Below this zoom names cannot be read. */
const readable = 0.5;
/** A graph that nobody looked at yet is not shown smaller than this. */
const comfortable = 0.6;
const margin = 24;
/** Above and below the graph: a button and tools are laid over the canvas there. */
const marginAbove = 64;

/** Where the start stands, or else the topmost node. */
const beginningOf = (nodes: readonly Placed[]): Box => {
  const topmost = () => nodes.reduce((a, b) => (b.position.y < a.position.y ? b : a));
  return boxOf(nodes.find(({ type }) => type === 'start') ?? topmost());
};

/** Where reading begins: at the notes above the start, unless they are too far from it. */
const topOf = (nodes: readonly Placed[], start: Box, reach: number): number => {
  const notes = nodes.filter(({ type }) => type === 'note').map(({ position }) => position.y);
  return Math.min(start.y, ...notes.filter((y) => start.y - y < reach));
};

/** All of the graph where that can be read, else its beginning. */
export const openingView = (
  { nodes }: { nodes: readonly Placed[] },
  { width, height }: Size,
): Viewport | undefined => {
  if (nodes.length === 0 || width === 0) return undefined;
  const bounds = boundsOf(nodes.map(boxOf));
  const view = getViewportForBounds(bounds, width, height, comfortable, 1, {
    x: `${margin}px`,
    y: `${marginAbove}px`,
  });
  const { zoom } = view;
  const first = beginningOf(nodes);
  // In the middle of the width, unless that left space free beside the graph.
  const middle = width / 2 - (first.x + first.width / 2) * zoom;
  const rightmost = margin - bounds.x * zoom;
  // At the top, where it has room to grow, unless that hid what stands above the start.
  const above = marginAbove - bounds.y * zoom;
  const lowest = Math.min(above, height - marginAbove - (bounds.y + bounds.height) * zoom);
  const leftmost = width - margin - (bounds.x + bounds.width) * zoom;
  return {
    zoom,
    x: bounds.width * zoom <= width ? view.x : Math.min(rightmost, Math.max(leftmost, middle)),
    y: Math.max(lowest, marginAbove - topOf(nodes, first, height / 2 / zoom) * zoom),
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

/** The view where a whole node is seen in it, else one of the graph's beginning. */
export const viewWithNodes = (graph: Graph, view: Viewport, size: Size): Viewport | undefined => {
  const seen = seenIn(view, size);
  return graph.nodes.some((node) => isInside(boxOf(node), seen)) ? view : openingView(graph, size);
};

/** The view of what messages leave free of a canvas, as one of all the canvas. */
const belowMessages = (
  inCanvas: Element | null,
  { width, height }: Size,
  viewIn: (free: Size, above: number) => Viewport | undefined,
): Viewport | undefined => {
  const above = coveredAbove(inCanvas);
  const view = viewIn({ width, height: height - above }, above);
  return view && { ...view, y: view.y + above };
};

/** All of the graph, or its beginning, where no message covers it. */
export const openingViewIn = (
  inCanvas: Element | null,
  graph: { nodes: readonly Placed[] },
  size: Size,
): Viewport | undefined => belowMessages(inCanvas, size, (free) => openingView(graph, free));

/** As the graph was seen last, or its beginning; the chosen node is in view wherever that is. */
const firstView = (
  canvas: Element,
  graph: Graph,
  kept: Viewport | undefined,
  chosen: string | undefined,
): Viewport | undefined =>
  belowMessages(canvas, canvas.getBoundingClientRect(), (free, above) => {
    const seen = kept && viewWithNodes(graph, { ...kept, y: kept.y - above }, free);
    const view = seen ?? openingView(graph, free);
    const node = graph.nodes.find(({ id }) => id === chosen);
    return view && node ? viewOfNode(node, view, free) : view;
  });

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
      const kept = name === undefined ? undefined : keptView(name);
      const view = firstView(container, opened.current, kept, chosen);
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
  }, [canvas, name, chosen, setViewport]);
  return useCallback(
    (view) => {
      if (name !== undefined && touched.current) keepView(name, view);
    },
    [name],
  );
};
