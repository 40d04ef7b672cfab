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
type NodeRequest = { where: InsertPoint; at: Point };

/** Up to this width the palette would cover the canvas: it opens on demand and closes again. */
const isNarrow = () => window.matchMedia('(max-width: 912px)').matches;

/** A description of the insert point. */
const insertPointText = (
  { nodes, edges }: Graph,
  where: InsertPoint | undefined,
): string | undefined => {
  const nameOf = (id: string | undefined) => nodes.find((node) => node.id === id)?.name ?? '';
  if (!where || 'at' in where) return undefined;
  if ('after' in where) {
    const from = nodes.find(({ id }) => id === where.after);
    if (!from || handlesOf(from).length === 0) return undefined;
    const way = where.handle && where.handle !== 'next' ? ` by ${where.handle}` : '';
    return `after ${from.name}${way}`;
  }
  const edge = edges.find(({ id }) => id === where.into);
  return `between ${nameOf(edge?.source)} and ${nameOf(edge?.target)}`;
};

const isKind = (text: string): text is NodeKind => text in nodeSettings;

/** All kinds, except a second start, and inside an arrow only those that a run continues after. */
const offeredKinds = ({ nodes }: Graph, where: InsertPoint | undefined): NodeKind[] => {
  const started = nodes.some(({ type }) => type === 'start');
  const isBetween = where !== undefined && 'into' in where;
  return Object.keys(nodeSettings)
    .filter(isKind)
    .filter((kind) => kind !== 'start' || !started)
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
const anchorElementOf = (canvas: Element, where: InsertPoint): Element | null => {
  if ('at' in where) return null;
  if ('into' in where) return canvas.querySelector(`[data-into="${CSS.escape(where.into)}"]`);
  const node = canvas.querySelector(`.react-flow__node[data-id="${CSS.escape(where.after)}"]`);
  const { handle } = where;
  return (handle && node?.querySelector(`[data-handle="${CSS.escape(handle)}"]`)) || node;
};

/** The state of the palette and of the quick list, and the place of the next node. */
export const usePalette = (
  { graph, selected, dispatch }: Editor,
  initial: ReturnType<typeof useInitialSettings>,
) => {
  const { screenToFlowPosition, flowToScreenPosition } = useReactFlow();
  // For an existing graph the palette is closed at first, so that the graph is visible.
  const [open, setOpen] = useState(() => graph.nodes.length < 2 && !isNarrow());
  const [focused, setFocused] = useState(false);
  const [asked, setAsked] = useState<NodeRequest>();
  const only = selected.nodes.length === 1 ? selected.nodes[0] : undefined;
  const edge = selected.edges.length === 1 ? selected.edges[0] : undefined;
  const chosen: InsertPoint | undefined = only
    ? { after: only }
    : edge
      ? { into: edge }
      : undefined;
  const nothing = selected.nodes.length + selected.edges.length === 0;
  const implied = nothing ? insertPointAfterStart(graph) : chosen;
  const ask = useCallback(
    (where: InsertPoint) => {
      const canvas = document.querySelector('.bot-graph');
      if (!canvas) return;
      const wanted = 'at' in where ? where.at : 'near' in where ? where.near : undefined;
      const element = anchorElementOf(canvas, where);
      const at = wanted ? flowToScreenPosition(wanted) : middleOf(element ?? canvas);
      setAsked({ where, at });
    },
    [flowToScreenPosition],
  );
  const here = (): InsertPoint => {
    const canvas = document.querySelector('.bot-graph');
    return { at: screenToFlowPosition(canvas ? middleOf(canvas) : { x: 0, y: 0 }) };
  };
  const add = (kind: NodeKind, where: InsertPoint) => {
    dispatch({ do: 'edit', edit: { do: 'add', kind, id: newId(), where, ...initial(kind) } });
    setAsked(undefined);
    if (isNarrow()) setOpen(false);
    returnToCanvas();
  };
  const show = (shown: boolean) => {
    setOpen(shown);
    setFocused(shown);
    if (!shown) returnToCanvas();
  };
  return {
    ask,
    /** For the selected node or arrow, an unconnected start, or the middle of the canvas. */
    askHere: () => ask(implied ?? here()),
    show: () => show(true),
    palette: open && {
      kinds: offeredKinds(graph, undefined),
      focused,
      place: insertPointText(graph, implied),
      onClose: () => show(false),
      onPick: (kind: NodeKind) => add(kind, implied ?? here()),
    },
    quickList: asked && {
      kinds: offeredKinds(graph, asked.where),
      at: asked.at,
      place: insertPointText(graph, asked.where),
      onClose: () => {
        setAsked(undefined);
        returnToCanvas();
      },
      onPick: (kind: NodeKind) => add(kind, asked.where),
    },
  };
};
