import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { getViewportForBounds, useReactFlow, type Viewport } from '@xyflow/react';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { coveredHeight } from './messages.tsx';
import { readView, storeView } from './stored-views.ts';
import { boundsOf, type Box, boxOf, type Placed } from './node-size.ts';

type Size = { width: number; height: number };

/** Below this zoom, names are not readable. */
const minReadableZoom = 0.5;
/** A graph without a stored view is not shown smaller than this. */
const minOpeningZoom = 0.6;
const margin = 24;
/** Space above and below the graph: a button and tools cover the canvas there. */
const marginAbove = 64;

/** The box of the start node, or else of the topmost node. */
const beginningOf = (nodes: readonly Placed[]): Box => {
  const topmost = () => nodes.reduce((a, b) => (b.position.y < a.position.y ? b : a));
  return boxOf(nodes.find(({ type }) => type === 'start') ?? topmost());
};

/** The y coordinate of the topmost note above the start, unless it is too far away. */
const topOf = (nodes: readonly Placed[], start: Box, maxDistance: number): number => {
  const notes = nodes.filter(({ type }) => type === 'note').map(({ position }) => position.y);
  return Math.min(start.y, ...notes.filter((y) => start.y - y < maxDistance));
};

/** The whole graph if it is readable then, else its beginning. */
export const openingView = (
  { nodes }: { nodes: readonly Placed[] },
  { width, height }: Size,
): Viewport | undefined => {
  if (nodes.length === 0 || width === 0) return undefined;
  const bounds = boundsOf(nodes.map(boxOf));
  const view = getViewportForBounds(bounds, width, height, minOpeningZoom, 1, {
    x: `${margin}px`,
    y: `${marginAbove}px`,
  });
  const { zoom } = view;
  const first = beginningOf(nodes);
  // Horizontally centred, unless that would leave space unused beside the graph.
  const middle = width / 2 - (first.x + first.width / 2) * zoom;
  const rightmost = margin - bounds.x * zoom;
  // At the top, with space to grow, unless that would hide nodes above the start.
  const topOffset = marginAbove - bounds.y * zoom;
  const lowest = Math.min(topOffset, height - marginAbove - (bounds.y + bounds.height) * zoom);
  const leftmost = width - margin - (bounds.x + bounds.width) * zoom;
  return {
    zoom,
    x: bounds.width * zoom <= width ? view.x : Math.min(rightmost, Math.max(leftmost, middle)),
    y: Math.max(lowest, marginAbove - topOf(nodes, first, height / 2 / zoom) * zoom),
  };
};

/** The part of the graph that is visible in the view. */
const visibleBoxOf = ({ x, y, zoom }: Viewport, { width, height }: Size): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

const isInside = (a: Box, b: Box): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

/**
 * The view, moved so that the node is centred, unless it is completely visible and readable
 * already.
 */
export const viewOfNode = (node: GraphNode, view: Viewport, size: Size): Viewport => {
  const box = boxOf(node);
  if (view.zoom >= minReadableZoom && isInside(box, visibleBoxOf(view, size))) return view;
  const zoom = Math.max(view.zoom, minReadableZoom);
  return {
    zoom,
    x: size.width / 2 - (box.x + box.width / 2) * zoom,
    y: size.height / 2 - (box.y + box.height / 2) * zoom,
  };
};

/** The view if at least one node is completely visible in it, else the opening view. */
export const viewWithNodes = (graph: Graph, view: Viewport, size: Size): Viewport | undefined => {
  const visibleBox = visibleBoxOf(view, size);
  return graph.nodes.some((node) => isInside(boxOf(node), visibleBox))
    ? view
    : openingView(graph, size);
};

/** Computes a view for the part of the canvas below the messages, as a view of the whole canvas. */
const viewBelowMessages = (
  inCanvas: Element | null,
  { width, height }: Size,
  viewIn: (freeSize: Size, coveredTop: number) => Viewport | undefined,
): Viewport | undefined => {
  const coveredTop = coveredHeight(inCanvas);
  const view = viewIn({ width, height: height - coveredTop }, coveredTop);
  return view && { ...view, y: view.y + coveredTop };
};

/** The whole graph, or its beginning, where no message covers it. */
export const openingViewIn = (
  inCanvas: Element | null,
  graph: { nodes: readonly Placed[] },
  size: Size,
): Viewport | undefined =>
  viewBelowMessages(inCanvas, size, (freeSize) => openingView(graph, freeSize));

/** The last view of the graph, or its beginning; always with the chosen node in view. */
const firstView = (
  canvas: Element,
  graph: Graph,
  storedView: Viewport | undefined,
  selectedId: string | undefined,
): Viewport | undefined =>
  viewBelowMessages(canvas, canvas.getBoundingClientRect(), (freeSize, coveredTop) => {
    const visibleView =
      storedView && viewWithNodes(graph, { ...storedView, y: storedView.y - coveredTop }, freeSize);
    const view = visibleView ?? openingView(graph, freeSize);
    const node = graph.nodes.find(({ id }) => id === selectedId);
    return view && node ? viewOfNode(node, view, freeSize) : view;
  });

const userActions = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Sets the view when the graph opens: the user's last one if a name is given and a node is visible
 * in it, else the beginning; always with the chosen node in view. Repeats that while the page
 * around it settles, until the canvas is touched. Returns a function to call when the view has
 * moved.
 */
export const useOpeningView = (
  canvas: RefObject<HTMLElement | null>,
  graph: Graph,
  name: string | undefined,
  selectedId: string | undefined,
): ((view: Viewport) => void) => {
  const { setViewport } = useReactFlow();
  const openedGraph = useRef(graph);
  const isTouched = useRef(false);
  useEffect(() => {
    const container = canvas.current;
    if (!container) return undefined;
    const show = () => {
      const storedView = name === undefined ? undefined : readView(name);
      const view = firstView(container, openedGraph.current, storedView, selectedId);
      if (view) void setViewport(view);
    };
    const observer = new ResizeObserver(show);
    const onTouch = () => {
      isTouched.current = true;
      observer.disconnect();
    };
    if (!isTouched.current) {
      show();
      observer.observe(container);
    }
    for (const event of userActions) {
      document.addEventListener(event, onTouch, { once: true, passive: true });
    }
    return () => {
      observer.disconnect();
      for (const event of userActions) document.removeEventListener(event, onTouch);
    };
  }, [canvas, name, selectedId, setViewport]);
  return useCallback(
    (view) => {
      if (name !== undefined && isTouched.current) storeView(name, view);
    },
    [name],
  );
};
