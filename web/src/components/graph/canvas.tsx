import '@xyflow/react/dist/style.css';
import './graph.css';
import { type HTMLAttributes, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import {
  Background,
  MarkerType,
  ReactFlow,
  type ReactFlowState,
  SelectionMode,
  useStore,
} from '@xyflow/react';
import { colorBorderControlDefault } from '@cloudscape-design/design-tokens';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { Arrow } from './arrow.tsx';
import { Frames } from './frames.tsx';
import { EditContext } from './edit-context.ts';
import type { FlowEdge, FlowNode, Marks } from './flow.ts';
import { graphColors } from './graph-colors.ts';
import { Messages } from './messages.tsx';
import { NodeCard } from './node-card.tsx';
import { type Edits, useEditHandlers } from './use-edit-handlers.ts';
import { useIsNarrow } from '#web/components/use-is-narrow.ts';
import { useActionNames } from './use-action-names.ts';
import { type GraphSelection, useFlow } from './use-flow.ts';
import { useNodeFocus } from './use-node-focus.ts';
import { Overview } from './overview.tsx';
import { useOpeningView } from './use-opening-view.ts';
import { clickTolerance, useSteadyView } from './use-steady-view.ts';

const nodeTypes = { card: NodeCard };
const edgeTypes = { arrow: Arrow };
const edgeDefaults = {
  markerEnd: { type: MarkerType.ArrowClosed, color: colorBorderControlDefault },
};

const zoomKeys = ['Meta', 'Control'];

/** On a touch screen no key can be held during a drag. */
const isTouchScreen = window.matchMedia('(pointer: coarse)').matches;

/** The wheel pans the canvas, with Control it zooms; a drag selects, with Space it pans. */
const editGestures = {
  panOnScroll: true,
  zoomActivationKeyCode: zoomKeys,
  zoomOnDoubleClick: false,
  ...(!isTouchScreen && { selectionOnDrag: true, panOnDrag: [1] }),
};

/**
 * The same for a read-only graph, where nothing is selected for changes: a drag pans the canvas.
 */
const viewGestures = { panOnScroll: true, zoomActivationKeyCode: zoomKeys };

/** If the page continues below the canvas, the wheel scrolls the page. */
const scrollThroughGestures = { panOnScroll: false, zoomOnScroll: false, preventScrolling: false };

/**
 * Graphs with more nodes than this render hidden nodes only on demand, so that they open at once.
 */
const maxFullyRendered = 60;

/** Handlers of keys, the clipboard and the context menu, for the focused element on the canvas. */
export type CanvasKeys = Pick<
  HTMLAttributes<HTMLElement>,
  'onKeyDown' | 'onCopy' | 'onCut' | 'onPaste' | 'onContextMenu'
>;

/** Below this zoom no text of a card is readable. */
const minTextZoom = 0.3;

const isZoomedOut = ({ transform: [, , zoom] }: ReactFlowState): boolean => zoom < minTextZoom;

type Props = {
  graph: Graph;
  marks: Marks;
  selected: GraphSelection;
  onSelect: (selection: GraphSelection) => void;
  keys?: CanvasKeys;
  edits?: Edits | undefined;
  label: string;
  /** The key under which this browser keeps the user's view of the graph; not kept without one. */
  viewName?: string | undefined;
  /** The node in view when the graph opens, unless one is selected. */
  opensAt?: string | undefined;
  /** Messages shown over the top of the canvas. */
  messages?: ReactNode;
  /** Panels laid over the canvas. */
  children?: ReactNode;
};

/** A read-only graph, or with `edits` an editable one. Needs a `ReactFlowProvider` around it. */
export const Canvas = (props: Props) => {
  const { graph, marks, selected, onSelect, edits, label, children } = props;
  const container = useRef<HTMLDivElement>(null);
  const actions = useActionNames(graph);
  const allMarks = useMemo(() => (actions ? { ...marks, actions } : marks), [marks, actions]);
  const { flow, bodies } = useFlow(graph, allMarks, selected, onSelect);
  const handlers = useEditHandlers(edits);
  const inView = selected.nodes.at(-1) ?? props.opensAt;
  const onMoved = useOpeningView(container, graph, props.viewName, inView);
  useNodeFocus(container, selected.nodes);
  const steady = useSteadyView();
  const isFar = useStore(isZoomedOut);
  const isNarrow = useIsNarrow();
  const drawsVisibleOnly = useDeferredValue(false, graph.nodes.length > maxFullyRendered);
  const addAfter = edits?.addAfter;
  const addInto = edits?.addInto;
  const context = useMemo(
    () => (addAfter && addInto ? { addAfter, addInto } : undefined),
    [addAfter, addInto],
  );
  return (
    <EditContext value={context}>
      {/* Keys on the canvas are handled here once for all its nodes, which have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={container}
        className={isFar ? 'bot-graph bot-graph-far' : 'bot-graph'}
        style={graphColors}
        aria-label={label}
        tabIndex={-1}
        {...steady}
        {...props.keys}
      >
        {props.messages && <Messages>{props.messages}</Messages>}
        <ReactFlow<FlowNode, FlowEdge>
          {...flow}
          {...handlers}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          defaultEdgeOptions={edgeDefaults}
          {...(edits ? editGestures : viewGestures)}
          {...(isNarrow && scrollThroughGestures)}
          onMoveEnd={(_event, view) => onMoved(view)}
          onlyRenderVisibleElements={drawsVisibleOnly}
          minZoom={0.1}
          snapToGrid
          snapGrid={[10, 10]}
          selectionMode={SelectionMode.Partial}
          multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
          deleteKeyCode={null}
          disableKeyboardA11y
          connectionRadius={32}
          nodeClickDistance={clickTolerance}
          nodeDragThreshold={clickTolerance}
          paneClickDistance={clickTolerance}
        >
          <Background gap={20} />
          <Frames bodies={bodies} nodes={flow.nodes} />
          <Overview nodes={flow.nodes} edges={flow.edges} bodies={bodies} />
          {children}
        </ReactFlow>
      </section>
    </EditContext>
  );
};
