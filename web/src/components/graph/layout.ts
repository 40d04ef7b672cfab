import { handlesOf } from '#lib/domain/bots/node-facts.schema.ts';
import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
// The bundler gives it its export.
// oxlint-disable-next-line import/default
import ArrangeWorker from './arrange-worker.ts?worker';
import { arrange, type Places, type Sketch } from './arrange.ts';
import { nodeSize } from './node-size.ts';

type Position = GraphNode['position'];

/** Arrows in the order of their handles, so that `yes` is laid out above `no`. */
const inHandleOrder = ({ nodes, edges }: Graph): GraphEdge[] => {
  const ways = new Map(nodes.map((node) => [node.id, handlesOf(node)]));
  const rank = (edge: GraphEdge) =>
    ways.get(edge.source)?.indexOf(edge.sourceHandle ?? 'next') ?? 0;
  return [...edges].sort((a, b) => rank(a) - rank(b));
};

/**
 * Keeps the branches of a fork in the order of its ways. Only nodes that nothing else leads to:
 * two forks can then never ask for opposite orders.
 */
const branchOrder = ({ edges }: Graph): { left: string; right: string }[] => {
  const arrivals = new Map<string, number>();
  for (const { target } of edges) arrivals.set(target, (arrivals.get(target) ?? 0) + 1);
  const last = new Map<string, string>();
  return edges.flatMap(({ source, target }) => {
    if (arrivals.get(target) !== 1) return [];
    const left = last.get(source);
    last.set(source, target);
    return left === undefined ? [] : [{ left, right: target }];
  });
};

/** What the layout needs to know of a graph; notes are not laid out. */
const sketchOf = (graph: Graph): Sketch => {
  const drawn = graph.nodes.filter(({ type }) => type !== 'note');
  const ids = new Set(drawn.map(({ id }) => id));
  const edges = inHandleOrder(graph);
  return {
    nodes: drawn.map(({ id, type }) => ({ id, ...nodeSize(type) })),
    edges: edges
      .filter(({ source, target }) => ids.has(source) && ids.has(target))
      .map(({ id, source, target }) => ({ id, source, target })),
    orders: branchOrder({ ...graph, edges }),
  };
};

const distance = (a: Position, b: Position) => Math.hypot(a.x - b.x, a.y - b.y);

/** A note stays where it was relative to the node nearest to it. */
const beside = (note: GraphNode, nodes: GraphNode[], placed: Places): Position => {
  const near = nodes
    .filter(({ type }) => type !== 'note')
    .sort((a, b) => distance(a.position, note.position) - distance(b.position, note.position))[0];
  const to = near && placed.get(near.id);
  if (!to) return note.position;
  return {
    x: Math.round(to.x + note.position.x - near.position.x),
    y: Math.round(to.y + note.position.y - near.position.y),
  };
};

const withNotes = ({ nodes }: Graph, placed: Places): Places => {
  const notes = nodes.filter(({ type }) => type === 'note');
  return new Map([
    ...placed,
    ...notes.map((note) => [note.id, beside(note, nodes, placed)] as const),
  ]);
};

/** New positions, left to right in layers; the same graph always gets the same picture. */
export const tidyPositions = (graph: Graph): Places => withNotes(graph, arrange(sketchOf(graph)));

/** From here on the layout would hold up the page. */
const large = 200;

const arrangeBeside = (sketch: Sketch): Promise<Places> =>
  new Promise((resolve, reject) => {
    const worker = new ArrangeWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<Places>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      worker.terminate();
      reject(new Error(message));
    });
    worker.postMessage(sketch);
  });

/** The same as `tidyPositions`; a large graph is laid out by a worker, where there can be one. */
export const tidyBeside = async (graph: Graph): Promise<Places> => {
  if (graph.nodes.length <= large) return tidyPositions(graph);
  const sketch = sketchOf(graph);
  const placed = await arrangeBeside(sketch).catch(() => arrange(sketch));
  return withNotes(graph, placed);
};
