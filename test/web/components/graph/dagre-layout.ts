import { Graph as DagreGraph, layout } from '@dagrejs/dagre';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { gap, nodeSize } from '#web/components/graph/node-size.ts';

/** The graph as the layout library places it by default, for comparison. */
export const layoutWithDagre = (
  graph: Graph,
  ranker: 'network-simplex' | 'longest-path',
): Graph => {
  const drawing = new DagreGraph({ multigraph: true });
  drawing.setGraph({ rankdir: 'TB', nodesep: gap.x, edgesep: gap.x, ranksep: gap.y, ranker });
  for (const { id, type } of graph.nodes) drawing.setNode(id, nodeSize(type));
  for (const { id, source, target } of graph.edges) drawing.setEdge(source, target, {}, id);
  layout(drawing);
  const nodes = graph.nodes.map((node) => {
    const { width, height } = nodeSize(node.type);
    const { x = 0, y = 0 } = drawing.node(node.id);
    return { ...node, position: { x: Math.round(x - width / 2), y: Math.round(y - height / 2) } };
  });
  return { ...graph, nodes };
};
