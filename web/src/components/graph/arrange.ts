import { Graph as DagreGraph, layout } from '@dagrejs/dagre';
import { gap } from './node-size.ts';

/** What of a graph its layout depends on: plain data, which can be sent to a worker. */
export type Sketch = {
  nodes: { id: string; width: number; height: number }[];
  edges: { id: string; source: string; target: string }[];
  /** Pairs of which one is laid out before the other. */
  orders: { left: string; right: string }[];
};

export type Places = Map<string, { x: number; y: number }>;

/** Places for the nodes, left to right in layers; the same sketch always gets the same places. */
export const arrange = ({ nodes, edges, orders }: Sketch): Places => {
  const drawing = new DagreGraph({ multigraph: true });
  drawing.setGraph({ rankdir: 'LR', nodesep: gap.y, ranksep: gap.x, marginx: 0, marginy: 0 });
  drawing.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) drawing.setNode(id, { width, height });
  for (const { id, source, target } of edges) drawing.setEdge(source, target, {}, id);
  layout(drawing, { constraints: orders });
  return new Map(
    nodes.map(({ id, width, height }) => {
      const { x, y } = drawing.node(id);
      return [id, { x: Math.round((x ?? 0) - width / 2), y: Math.round((y ?? 0) - height / 2) }];
    }),
  );
};
