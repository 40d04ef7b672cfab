import { useCallback, useState } from 'react';
import { useReactFlow } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf } from '#lib/domain/bots/node-facts.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { canStandBetween, type InsertPoint, insertPointAfterStart } from '../document/insert.ts';
import { newId } from '../document/new-id.ts';
import type { Editor } from '../use-editor.ts';
import type { Point } from './use-floating.ts';
import { focusCanvas } from './use-keys.ts';
import type { useInitialSettings } from './use-initial-settings.ts';

/** A requested node: where it goes, and where in the window the kinds are listed. */
type NodeRequest = { insertPoint: InsertPoint; at: Point };

/** Up to this width the palette would cover the canvas: it opens on demand and closes again. */
const isNarrow = () => window.matchMedia('(max-width: 912px)').matches;

/** A description of the insert point. */
const insertPointText = (
  { nodes, edges }: Graph,
  insertPoint: InsertPoint | undefined,
): string | undefined => {
  const nameOf = (id: string | undefined) => nodes.find((node) => node.id === id)?.name ?? '';
  if (!insertPoint || 'at' in insertPoint) return undefined;
  if ('after' in insertPoint) {
    const from = nodes.find(({ id }) => id === insertPoint.after);
    if (!from || handlesOf(from).length === 0) return undefined;
    const handleText =
      insertPoint.handle && insertPoint.handle !== 'next' ? ` by ${insertPoint.handle}` : '';
    return `after ${from.name}${handleText}`;
  }
  const edge = edges.find(({ id }) => id === insertPoint.into);
  return `between ${nameOf(edge?.source)} and ${nameOf(edge?.target)}`;
};

const isKind = (text: string): text is NodeKind => text in nodeSettings;

/** All kinds, except a second start, and inside an arrow only those that a run continues after. */
const offeredKinds = ({ nodes }: Graph, insertPoint: InsertPoint | undefined): NodeKind[] => {
  const hasStart = nodes.some(({ type }) => type === 'start');
  const isBetween = insertPoint !== undefined && 'into' in insertPoint;
  return Object.keys(nodeSettings)
    .filter(isKind)
    .filter((kind) => kind !== 'start' || !hasStart)
    .filter((kind) => !isBetween || canStandBetween(kind));
};

/** Moves the focus to the canvas, once the palette's change is rendered. */
const returnToCanvas = (): void => {
  setTimeout(focusCanvas);
};

const middleOf = (element: Element): Point => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/**
 * The element that requested a node: an add button, else the node itself or the middle of its
 * arrow.
 */
const anchorElementOf = (canvas: Element, insertPoint: InsertPoint): Element | null => {
  if ('at' in insertPoint) return null;
  if ('into' in insertPoint)
    return canvas.querySelector(`[data-into="${CSS.escape(insertPoint.into)}"]`);
  const node = canvas.querySelector(
    `.react-flow__node[data-id="${CSS.escape(insertPoint.after)}"]`,
  );
  const { handle } = insertPoint;
  return (handle && node?.querySelector(`[data-handle="${CSS.escape(handle)}"]`)) || node;
};

/** The state of the palette and of the quick list, and the place of the next node. */
export const usePalette = (
  { graph, selected, dispatch }: Editor,
  initial: ReturnType<typeof useInitialSettings>,
) => {
  const { screenToFlowPosition, flowToScreenPosition } = useReactFlow();
  // For an existing graph the palette is closed at first, so that the graph is visible.
  const [isOpen, setOpen] = useState(() => graph.nodes.length < 2 && !isNarrow());
  const [focused, setFocused] = useState(false);
  const [request, setRequest] = useState<NodeRequest>();
  const selectedNodeId = selected.nodes.length === 1 ? selected.nodes[0] : undefined;
  const selectedEdgeId = selected.edges.length === 1 ? selected.edges[0] : undefined;
  const selectedPoint: InsertPoint | undefined = selectedNodeId
    ? { after: selectedNodeId }
    : selectedEdgeId
      ? { into: selectedEdgeId }
      : undefined;
  const hasNoSelection = selected.nodes.length + selected.edges.length === 0;
  const defaultPoint = hasNoSelection ? insertPointAfterStart(graph) : selectedPoint;
  const requestNode = useCallback(
    (insertPoint: InsertPoint) => {
      const canvas = document.querySelector('.bot-graph');
      if (!canvas) return;
      const position =
        'at' in insertPoint ? insertPoint.at : 'near' in insertPoint ? insertPoint.near : undefined;
      const element = anchorElementOf(canvas, insertPoint);
      const at = position ? flowToScreenPosition(position) : middleOf(element ?? canvas);
      setRequest({ insertPoint, at });
    },
    [flowToScreenPosition],
  );
  const middlePoint = (): InsertPoint => {
    const canvas = document.querySelector('.bot-graph');
    return { at: screenToFlowPosition(canvas ? middleOf(canvas) : { x: 0, y: 0 }) };
  };
  const add = (kind: NodeKind, insertPoint: InsertPoint) => {
    dispatch({ do: 'edit', edit: { do: 'add', kind, id: newId(), insertPoint, ...initial(kind) } });
    setRequest(undefined);
    if (isNarrow()) setOpen(false);
    returnToCanvas();
  };
  const show = (visible: boolean) => {
    setOpen(visible);
    setFocused(visible);
    if (!visible) returnToCanvas();
  };
  return {
    requestNode,
    /** For the selected node or arrow, an unconnected start, or the middle of the canvas. */
    requestNodeHere: () => requestNode(defaultPoint ?? middlePoint()),
    show: () => show(true),
    palette: isOpen && {
      kinds: offeredKinds(graph, undefined),
      focused,
      place: insertPointText(graph, defaultPoint),
      onClose: () => show(false),
      onPick: (kind: NodeKind) => add(kind, defaultPoint ?? middlePoint()),
    },
    quickList: request && {
      kinds: offeredKinds(graph, request.insertPoint),
      at: request.at,
      place: insertPointText(graph, request.insertPoint),
      onClose: () => {
        setRequest(undefined);
        returnToCanvas();
      },
      onPick: (kind: NodeKind) => add(kind, request.insertPoint),
    },
  };
};
