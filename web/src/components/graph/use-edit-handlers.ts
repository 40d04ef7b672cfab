import { type DragEvent, type MouseEvent, useRef } from 'react';
import {
  useReactFlow,
  type Connection as FlowConnection,
  type FinalConnectionState,
} from '@xyflow/react';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import type { CanvasEdits } from './edit-context.ts';
import type { FlowEdge, FlowNode } from './flow.ts';

type Position = GraphNode['position'];
type Connection = { source: string; sourceHandle?: string | undefined; target: string };

/** What takes a node that is dragged from the palette: a node goes behind it, or into an arrow. */
export type Taker = { after: string; handle?: string | undefined } | { into: string };

/** What can be done on the canvas; absent where the graph is only looked at. */
export type Edits = CanvasEdits & {
  move: (to: Record<string, Position>) => void;
  mayConnect: (connection: Connection) => boolean;
  connect: (connection: Connection) => void;
  drop: (kind: NodeKind, at: Position, taker: Taker | undefined) => void;
  /** Asks for a node at this place. */
  addAt: (at: Position) => void;
};

/** The type under which a kind of node travels from the palette to the canvas. */
export const dragType = 'application/x-cloudwarden-node';

const connectionOf = ({ source, sourceHandle, target }: FlowConnection | FlowEdge): Connection => ({
  source,
  sourceHandle: sourceHandle ?? undefined,
  target,
});

const isKind = (text: string): text is NodeKind => Object.hasOwn(nodeSettings, text);

const takingElements = [
  '[data-into]',
  '[data-after]',
  '.react-flow__edge',
  '.react-flow__node',
].join();

/** What is below the pointer: a plus, an arrow or a node. */
const below = ({ target }: { target: EventTarget }): Element | undefined =>
  (target instanceof Element && target.closest(takingElements)) || undefined;

/** What an element stands for; notes and ends have nothing behind them. */
const takerOf = (element: Element | undefined): Taker | undefined => {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return undefined;
  const { into, after, handle, id } = element.dataset;
  if (into !== undefined) return { into };
  if (after !== undefined) return { after, handle };
  if (id === undefined) return undefined;
  if (element.matches('.react-flow__edge')) return { into: id };
  return element.querySelector('.source') ? { after: id } : undefined;
};

const mark = 'bot-drop-here';

/** Shows where what is dragged would go, at each step of the drag: nothing is drawn anew for it. */
const useDropMark = () => {
  const marked = useRef<Element>(undefined);
  return (element: Element | undefined) => {
    if (marked.current === element) return;
    marked.current?.classList.remove(mark);
    element?.classList.add(mark);
    marked.current = element;
  };
};

type Point = { clientX: number; clientY: number };

const pointOf = (event: globalThis.MouseEvent | TouchEvent) =>
  'changedTouches' in event ? event.changedTouches[0] : event;

const isPane = (element: unknown): boolean =>
  element instanceof Element && element.matches('.react-flow__pane');

/**
 * An arrow that is let go over a node leads to it, wherever it was hit; over nothing it asks for
 * the node that it is to lead to.
 */
const onConnectEnd =
  (edits: Edits, at: (point: Point) => Position) =>
  (event: globalThis.MouseEvent | TouchEvent, { isValid, fromHandle }: FinalConnectionState) => {
    const point = pointOf(event);
    if (isValid || fromHandle?.type !== 'source' || !point) return;
    const { nodeId: source, id } = fromHandle;
    const hit = document.elementFromPoint(point.clientX, point.clientY);
    const target = hit?.closest<HTMLElement>('.react-flow__node')?.dataset['id'];
    const connection = { source, sourceHandle: id ?? undefined, target: target ?? '' };
    if (target !== undefined && target !== source && edits.mayConnect(connection)) {
      edits.connect(connection);
    } else if (isPane(hit)) edits.addAfter(source, id ?? 'next', at(point));
  };

/** What the mouse does to the graph on the canvas. */
export const useEditHandlers = (edits: Edits | undefined) => {
  const { screenToFlowPosition } = useReactFlow();
  const show = useDropMark();
  if (!edits) return { nodesDraggable: false, nodesConnectable: false };
  const at = ({ clientX, clientY }: Point) => screenToFlowPosition({ x: clientX, y: clientY });
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    const element = below(event);
    show(takerOf(element) && element);
  };
  return {
    isValidConnection: (connection: FlowConnection | FlowEdge) =>
      edits.mayConnect(connectionOf(connection)),
    onConnect: (connection: FlowConnection) => edits.connect(connectionOf(connection)),
    onConnectEnd: onConnectEnd(edits, at),
    onNodeDragStop: (_event: unknown, _node: FlowNode, moved: FlowNode[]) =>
      edits.move(Object.fromEntries(moved.map(({ id, position }) => [id, position]))),
    onDoubleClick: (event: MouseEvent) => {
      if (isPane(event.target)) edits.addAt(at(event));
    },
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      const stays = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!stays) show(undefined);
    },
    onDrop: (event: DragEvent) => {
      show(undefined);
      const kind = event.dataTransfer.getData(dragType);
      if (isKind(kind)) edits.drop(kind, at(event), takerOf(below(event)));
    },
  };
};
