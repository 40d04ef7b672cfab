import '@xyflow/react/dist/style.css';
import './graph.css';
import { useMemo, useRef, type DragEvent, type HTMLAttributes, type ReactNode } from 'react';
import {
  Background,
  MarkerType,
  MiniMap,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  type Connection as FlowConnection,
} from '@xyflow/react';
import { colorBorderControlDefault } from '@cloudscape-design/design-tokens';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import { Arrow } from './arrow.tsx';
import { Frames } from './frames.tsx';
import { EditContext, type CanvasEdits } from './edit-context.ts';
import type { FlowEdge, FlowNode, Marks } from './flow.ts';
import { graphColors } from './graph-colors.ts';
import { NodeCard } from './node-card.tsx';
import { useFlow, type Chosen } from './use-flow.ts';
import { useNodeFocus } from './use-node-focus.ts';
import { useOpeningView } from './use-opening-view.ts';

const nodeTypes = { card: NodeCard };
const edgeTypes = { arrow: Arrow };
const edgeDefaults = {
  markerEnd: { type: MarkerType.ArrowClosed, color: colorBorderControlDefault },
};

const zoomKeys = ['Meta', 'Control'];

/** A finger cannot hold a key while it drags. */
const isFinger = window.matchMedia('(pointer: coarse)').matches;

/** The wheel moves the canvas, with Control it zooms; a drag selects, with Space it moves. */
const drawing = {
  panOnScroll: true,
  zoomActivationKeyCode: zoomKeys,
  zoomOnDoubleClick: false,
  ...(!isFinger && { selectionOnDrag: true, panOnDrag: [1] }),
};

/** The same where nothing can be selected to be changed: a drag moves the canvas. */
const looking = { panOnScroll: true, zoomActivationKeyCode: zoomKeys };

const overviewSize = { width: 160, height: 110 };

type Position = GraphNode['position'];
type Connection = { source: string; sourceHandle?: string | undefined; target: string };

/** What can be done on the canvas; absent where the graph is only looked at. */
export type Edits = CanvasEdits & {
  move: (to: Record<string, Position>) => void;
  mayConnect: (connection: Connection) => boolean;
  connect: (connection: Connection) => void;
  drop: (kind: NodeKind, at: Position) => void;
  /** Asks for a node at this place. */
  addAt: (at: Position) => void;
};

/** Handlers of keys and of the clipboard, for whatever on the canvas has the focus. */
export type CanvasKeys = Pick<
  HTMLAttributes<HTMLElement>,
  'onKeyDown' | 'onCopy' | 'onCut' | 'onPaste'
>;

type Props = {
  graph: Graph;
  marks: Marks;
  selected: Chosen;
  onSelect: (chosen: Chosen) => void;
  keys?: CanvasKeys;
  edits?: Edits | undefined;
  label: string;
  /** Under which this browser keeps what part of the graph the person sees; not kept without. */
  viewName?: string | undefined;
  /** Panels laid over the canvas. */
  children?: ReactNode;
};

/** The type under which a kind of node travels from the palette to the canvas. */
export const dragType = 'application/x-cloudwarden-node';

const connectionOf = ({ source, sourceHandle, target }: FlowConnection | FlowEdge): Connection => ({
  source,
  sourceHandle: sourceHandle ?? undefined,
  target,
});

const useEditHandlers = (edits: Edits | undefined) => {
  const { screenToFlowPosition } = useReactFlow();
  if (!edits) return { nodesDraggable: false, nodesConnectable: false };
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    screenToFlowPosition({ x: clientX, y: clientY });
  return {
    isValidConnection: (connection: FlowConnection | FlowEdge) =>
      edits.mayConnect(connectionOf(connection)),
    onConnect: (connection: FlowConnection) => edits.connect(connectionOf(connection)),
    onNodeDragStop: (_event: unknown, _node: FlowNode, moved: FlowNode[]) =>
      edits.move(Object.fromEntries(moved.map(({ id, position }) => [id, position]))),
    onDoubleClick: (event: React.MouseEvent) => {
      const onPane = event.target instanceof Element && event.target.matches('.react-flow__pane');
      if (onPane) edits.addAt(placeOf(event));
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const kind = event.dataTransfer.getData(dragType);
      if (kind in nodeSettings) edits.drop(kind as NodeKind, placeOf(event));
    },
  };
};

/**
 * A graph that can be looked at, and with `edits` changed. Needs a `ReactFlowProvider` around it.
 */
export const Canvas = (props: Props) => {
  const { graph, marks, selected, onSelect, edits, label, children } = props;
  const container = useRef<HTMLDivElement>(null);
  const flow = useFlow(graph, marks, selected, onSelect);
  const handlers = useEditHandlers(edits);
  const onMoved = useOpeningView(container, graph, props.viewName);
  useNodeFocus(container, selected.nodes);
  const addAfter = edits?.addAfter;
  const addInto = edits?.addInto;
  const context = useMemo(
    () => (addAfter && addInto ? { addAfter, addInto } : undefined),
    [addAfter, addInto],
  );
  return (
    <EditContext value={context}>
      {/* Keys on the canvas are handled once for all its nodes, which hold the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={container}
        className="bot-graph"
        style={graphColors}
        aria-label={label}
        tabIndex={-1}
        {...props.keys}
      >
        <ReactFlow<FlowNode, FlowEdge>
          {...flow}
          {...handlers}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          defaultEdgeOptions={edgeDefaults}
          {...(edits ? drawing : looking)}
          onMoveEnd={(_event, view) => onMoved(view)}
          minZoom={0.1}
          snapToGrid
          snapGrid={[10, 10]}
          selectionMode={SelectionMode.Partial}
          multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
          deleteKeyCode={null}
          disableKeyboardA11y
          connectionRadius={32}
        >
          <Background gap={20} />
          <Frames graph={graph} nodes={flow.nodes} />
          <MiniMap pannable zoomable ariaLabel="Overview of the graph" style={overviewSize} />
          {children}
        </ReactFlow>
      </section>
    </EditContext>
  );
};
