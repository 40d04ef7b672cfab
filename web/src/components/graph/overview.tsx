import { createContext, useContext, useMemo } from 'react';
import { MiniMap, type MiniMapNodeProps, useStore } from '@xyflow/react';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { type Body, type Frame, framesOf } from './bodies.ts';
import type { FlowEdge, FlowNode } from './flow.ts';
import { boundsOf } from './node-size.ts';
import { boxesOf } from './use-routes.ts';

const size = { width: 160, height: 110 };
const tallSize = { width: 110, height: 150 };

/** Pixels. On a narrower canvas the overview would cover the nodes. */
const minCanvasWidth = 560;

/** What is drawn besides boxes, by node: its arrows, and its frame. */
type Drawing = {
  kinds: ReadonlyMap<string, NodeKind>;
  paths: ReadonlyMap<string, readonly string[]>;
  frames: ReadonlyMap<string, Frame>;
};

const none: Drawing = { kinds: new Map(), paths: new Map(), frames: new Map() };
const DrawingContext = createContext(none);

/** Nodes where a run begins or ends are round, those where it forks are pointed. */
const Shape = ({ kind, ...box }: MiniMapNodeProps & { kind: NodeKind | undefined }) => {
  const { x, y, width, height, className } = box;
  if (kind && nodeFacts[kind].handles.length > 1) {
    const [cut, middle] = [height / 2, y + height / 2];
    const top = `M${x},${middle} l${cut},${-cut} h${width - 2 * cut}`;
    const bottom = `l${cut},${cut} l${-cut},${cut} h${2 * cut - width} z`;
    return <path className={className} d={`${top} ${bottom}`} />;
  }
  const radius = kind === 'start' || kind === 'end' ? height / 2 : 12;
  return <rect className={className} {...{ x, y, width, height }} rx={radius} />;
};

const MiniNode = (props: MiniMapNodeProps) => {
  const { kinds, paths, frames } = useContext(DrawingContext);
  const { id } = props;
  const frame = frames.get(id);
  return (
    <>
      {frame && (
        <rect
          className="bot-mini-frame"
          x={frame.x}
          y={frame.y}
          width={frame.width}
          height={frame.height}
          rx={16}
        />
      )}
      {paths.get(id)?.map((path) => (
        <path key={path} className="bot-mini-arrow" d={path} />
      ))}
      <Shape {...props} kind={kinds.get(id)} />
    </>
  );
};

const classNameOf = ({ data: { kind, status, difference, would } }: FlowNode): string => {
  const state = would === undefined ? status : 'NOT_DONE';
  const marks = [kind === 'note' && kind, state, difference].filter(Boolean);
  return ['bot-mini', ...marks.map((mark) => `bot-mini-${mark}`)].join(' ');
};

type Props = {
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
  bodies: readonly Body[];
};

/** In the normal size, a graph much taller than wide would be a thin line. */
const sizeFor = (nodes: readonly FlowNode[]) => {
  if (nodes.length === 0) return size;
  const { width, height } = boundsOf([...boxesOf(nodes).values()]);
  return height > 2 * width ? tallSize : size;
};

/** The whole graph in a corner of the canvas: nodes, arrows and frames to scale. */
const OverviewMap = ({ nodes, edges, bodies }: Props) => {
  const drawing = useMemo((): Drawing => {
    const paths = new Map<string, string[]>();
    for (const { source, data } of edges) {
      if (data) paths.set(source, [...(paths.get(source) ?? []), data.path]);
    }
    const frames = framesOf(bodies, boxesOf(nodes)).map((frame) => [frame.opener, frame] as const);
    const kinds = nodes.map(({ id, data }) => [id, data.kind] as const);
    return { kinds: new Map(kinds), paths, frames: new Map(frames) };
  }, [nodes, edges, bodies]);
  return (
    <DrawingContext value={drawing}>
      <MiniMap<FlowNode>
        pannable
        zoomable
        ariaLabel="Overview of the graph"
        style={sizeFor(nodes)}
        nodeComponent={MiniNode}
        nodeClassName={classNameOf}
      />
    </DrawingContext>
  );
};

/** The overview; nothing if the canvas is too narrow for it. */
export const Overview = (props: Props) =>
  useStore(({ width }) => width > 0 && width < minCanvasWidth) ? null : <OverviewMap {...props} />;
