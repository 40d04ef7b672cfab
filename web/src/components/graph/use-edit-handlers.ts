import { type DragEvent, type MouseEvent, useRef } from 'react';
import {
  type Connection as FlowConnection,
  type FinalConnectionState,
  useReactFlow,
} from '@xyflow/react';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { CanvasEdits } from './edit-context.ts';
import type { FlowEdge, FlowNode } from './flow.ts';

type Position = GraphNode['position'];
type Connection = { source: string; sourceHandle?: string | undefined; target: string };

/**
 * The target of a node that is dragged from the palette: a node to follow, or an arrow to split.
 */
export type DropTarget = { after: string; handle?: string | undefined } | { into: string };

/** The editing actions of the canvas; absent if the graph is read-only. */
export type Edits = CanvasEdits & {
  move: (to: Record<string, Position>) => void;
  mayConnect: (connection: Connection) => boolean;
  connect: (connection: Connection) => void;
  drop: (kind: NodeKind, at: Position, target: DropTarget | undefined) => void;
  /** Requests a new node at this position. */
  addAt: (at: Position) => void;
};

/** The data transfer type for a node kind dragged from the palette to the canvas. */
export const dragType = 'application/x-cloudwarden-node';

const connectionOf = ({ source, sourceHandle, target }: FlowConnection | FlowEdge): Connection => ({
  source,
  sourceHandle: sourceHandle ?? undefined,
  target,
});

const isKind = (text: string): text is NodeKind => Object.hasOwn(nodeSettings, text);

const dropTargetSelector = [
  '[data-into]',
  '[data-after]',
  '.react-flow__edge',
  '.react-flow__node',
].join();

/** The element under the pointer: an add button, an arrow or a node. */
const elementUnder = ({ target }: { target: EventTarget }): Element | undefined =>
  (target instanceof Element && target.closest(dropTargetSelector)) || undefined;

/** The target that an element stands for; notes and end nodes are none. */
const dropTargetOf = (element: Element | undefined): DropTarget | undefined => {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return undefined;
  const { into, after, handle, id } = element.dataset;
  if (into !== undefined) return { into };
  if (after !== undefined) return { after, handle };
  if (id === undefined) return undefined;
  if (element.matches('.react-flow__edge')) return { into: id };
  return element.querySelector('.source') ? { after: id } : undefined;
};

const dropMarkClass = 'bot-drop-here';

/** Marks the drop target during a drag directly in the DOM, without rendering. */
const useDropMark = () => {
  const marked = useRef<Element>(undefined);
  return (element: Element | undefined) => {
    if (marked.current === element) return;
    marked.current?.classList.remove(dropMarkClass);
    element?.classList.add(dropMarkClass);
    marked.current = element;
  };
};

type Point = { clientX: number; clientY: number };

const pointOf = (event: globalThis.MouseEvent | TouchEvent) =>
  'changedTouches' in event ? event.changedTouches[0] : event;

const isPane = (element: unknown): boolean =>
  element instanceof Element && element.matches('.react-flow__pane');

/**
 * An arrow that is dropped on a node is connected to it, wherever it was hit; dropped on nothing,
 * it requests a new node.
 */
const onConnectEnd =
  (edits: Edits, at: (point: Point) => Position) =>
  (event: globalThis.MouseEvent | TouchEvent, { isValid, fromHandle }: FinalConnectionState) => {
    const point = pointOf(event);
    if (isValid || fromHandle?.type !== 'source' || !point) return;
    const { nodeId: source, id } = fromHandle;
    const element = document.elementFromPoint(point.clientX, point.clientY);
    const target = element?.closest<HTMLElement>('.react-flow__node')?.dataset['id'];
    const connection = { source, sourceHandle: id ?? undefined, target: target ?? '' };
    if (target !== undefined && target !== source && edits.mayConnect(connection)) {
      edits.connect(connection);
    } else if (isPane(element)) edits.addAfter(source, id ?? 'next', at(point));
  };

/** The mouse handlers of the editable canvas. */
export const useEditHandlers = (edits: Edits | undefined) => {
  const { screenToFlowPosition } = useReactFlow();
  const show = useDropMark();
  if (!edits) return { nodesDraggable: false, nodesConnectable: false };
  const at = ({ clientX, clientY }: Point) => screenToFlowPosition({ x: clientX, y: clientY });
  const handleDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    const element = elementUnder(event);
    show(dropTargetOf(element) && element);
  };
  return {
    isValidConnection: (connection: FlowConnection | FlowEdge) =>
      edits.mayConnect(connectionOf(connection)),
    onConnect: (connection: FlowConnection) => edits.connect(connectionOf(connection)),
    onConnectEnd: onConnectEnd(edits, at),
    onNodeDragStop: (_event: unknown, _node: FlowNode, movedNodes: FlowNode[]) =>
      edits.move(Object.fromEntries(movedNodes.map(({ id, position }) => [id, position]))),
    onDoubleClick: (event: MouseEvent) => {
      if (isPane(event.target)) edits.addAt(at(event));
    },
    onDragEnter: handleDrag,
    onDragOver: handleDrag,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      const staysInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!staysInside) show(undefined);
    },
    onDrop: (event: DragEvent) => {
      show(undefined);
      const kind = event.dataTransfer.getData(dragType);
      if (isKind(kind)) edits.drop(kind, at(event), dropTargetOf(elementUnder(event)));
    },
  };
};
