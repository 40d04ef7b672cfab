import { useCallback, useState } from 'react';
import { useReactFlow } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import type { Where } from '../document/insert.ts';
import { newId } from '../document/new-id.ts';
import type { Editor } from '../use-editor.ts';
import { focusCanvas } from './use-keys.ts';

/** Up to this width the palette would cover the canvas: it opens on demand and closes again. */
const isNarrow = () => window.matchMedia('(max-width: 912px)').matches;

/** The place in words, for the palette. */
const placeText = ({ nodes, edges }: Graph, where: Where | undefined): string | undefined => {
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

/** Every kind, but a second start. */
const offeredKinds = ({ nodes }: Graph): NodeKind[] => {
  const started = nodes.some(({ type }) => type === 'start');
  return Object.keys(nodeSettings)
    .filter(isKind)
    .filter((kind) => kind !== 'start' || !started);
};

/** Back to the canvas, once the palette's change is drawn. */
const backToCanvas = (): void => {
  setTimeout(focusCanvas);
};

const middleOf = (canvas: Element | null) => {
  const { x = 0, y = 0, width = 0, height = 0 } = canvas?.getBoundingClientRect() ?? {};
  return { x: x + width / 2, y: y + height / 2 };
};

/** The state of the palette: open or not, and where the next node goes. */
export const usePalette = ({ graph, selected, dispatch }: Editor) => {
  const { screenToFlowPosition } = useReactFlow();
  // What was drawn already is to be seen first.
  const [open, setOpen] = useState(() => graph.nodes.length < 2 && !isNarrow());
  const [asked, setAsked] = useState<Where>();
  const [focusRequest, setFocusRequest] = useState(0);
  const only = selected.nodes.length === 1 ? selected.nodes[0] : undefined;
  const edge = selected.edges.length === 1 ? selected.edges[0] : undefined;
  const implied: Where | undefined = only ? { after: only } : edge ? { into: edge } : undefined;
  const where = asked ?? implied;
  const ask = useCallback((place?: Where) => {
    setAsked(place);
    setOpen(true);
    setFocusRequest((count) => count + 1);
  }, []);
  const pick = (kind: NodeKind) => {
    const middle = middleOf(document.querySelector('.bot-graph'));
    const place = where ?? { at: screenToFlowPosition(middle) };
    dispatch({ do: 'edit', edit: { do: 'add', kind, id: newId(), where: place } });
    setAsked(undefined);
    if (isNarrow()) setOpen(false);
    backToCanvas();
  };
  const close = () => {
    setAsked(undefined);
    setOpen(false);
    backToCanvas();
  };
  return {
    open,
    ask,
    palette: {
      kinds: offeredKinds(graph),
      focusRequest,
      place: placeText(graph, where),
      onClose: close,
      onPick: pick,
    },
  };
};
