import { Graph as DagreGraph, layout } from '@dagrejs/dagre';
import { framePadding, gap } from './node-size.ts';
import { orderRows, type RowOrder } from './row-order.ts';

type Size = { width: number; height: number };
type Point = { x: number; y: number };

/** The part of a graph that its layout depends on: plain data, which can be sent to a worker. */
export type Sketch = {
  nodes: (Size & { id: string })[];
  /** In the order of the handles that they begin at. */
  edges: { source: string; target: string }[];
  /** The nodes between an opener and its closer, inner bodies before outer ones. */
  bodies: { opener: string; closer: string | undefined; nodes: readonly string[] }[];
};

export type NodePositions = Map<string, Point>;

/** A node, or a loop or parallel with all its content, laid out as one block. */
type Block = Size & { id: string; positions: NodePositions };

type Link = { source: string; target: string };

/** The id of the outermost block. */
const root = '';

/** Distinguishes the ids of blocks from those of nodes. */
const prefix = 'block ';
const blockIdOf = (opener: string): string => `${prefix}${opener}`;
const isBlock = (id: string): boolean => id.startsWith(prefix);
const openerOf = (id: string): string => id.slice(prefix.length);

/** The innermost body around a node. */
const innermostOpener = (bodies: Sketch['bodies'], id: string): string | undefined =>
  bodies.find(({ nodes }) => nodes.includes(id))?.opener;

/** Whether a loop or parallel contains itself, as in a draft with a cycle. */
const isNestedInItself = (bodies: Sketch['bodies'], opener: string): boolean => {
  const visited = new Set<string>();
  for (
    let at = innermostOpener(bodies, opener);
    at !== undefined;
    at = innermostOpener(bodies, at)
  ) {
    if (at === opener) return true;
    if (visited.has(at)) return false;
    visited.add(at);
  }
  return false;
};

/** The sketch without bodies in a cycle: their nodes are laid out like any others. */
const withoutCycles = (sketch: Sketch): Sketch => ({
  ...sketch,
  bodies: sketch.bodies.filter(({ opener }) => !isNestedInItself(sketch.bodies, opener)),
});

/** The blocks around each node, and around each loop or parallel. */
const nestingOf = ({ bodies }: Sketch) => {
  const innermost = (id: string): string => innermostOpener(bodies, id) ?? root;
  const openerByEnd = new Map(
    bodies.flatMap(({ opener, closer }) => [
      [opener, opener],
      ...(closer === undefined ? [] : [[closer, opener]]),
    ]) as [string, string][],
  );
  const blockOf = (id: string): string => openerByEnd.get(id) ?? innermost(id);
  /** From the outermost block to the one that the node is in. */
  const blockPathTo = (id: string): string[] => {
    const path = [blockOf(id)];
    for (let first = path[0] ?? root; first !== root;) {
      first = innermost(first);
      path.unshift(first);
    }
    return path;
  };
  return { wayTo: blockPathTo };
};

type BlockContents = Map<string, { members: string[]; links: Link[] }>;

/**
 * Nodes and arrows by the block that they are laid out in; an arrow between blocks connects the
 * blocks.
 */
const groupByBlock = (sketch: Sketch): BlockContents => {
  const { wayTo } = nestingOf(sketch);
  const paths = new Map(sketch.nodes.map(({ id }) => [id, wayTo(id)]));
  const blocks: BlockContents = new Map([[root, { members: [], links: [] }]]);
  for (const { opener } of sketch.bodies) blocks.set(opener, { members: [], links: [] });
  for (const [id, path] of paths) blocks.get(path.at(-1) ?? root)?.members.push(id);
  for (const { opener } of sketch.bodies) {
    blocks.get(paths.get(opener)?.at(-2) ?? root)?.members.push(blockIdOf(opener));
  }
  for (const { source, target } of sketch.edges) {
    const [from = [], to = []] = [paths.get(source), paths.get(target)];
    const depth = from.findIndex((block, at) => block !== to[at]);
    const shared = depth < 0 ? from.length - 1 : depth - 1;
    const end = (id: string, path: string[]) =>
      path.length - 1 > shared ? blockIdOf(path[shared + 1] ?? '') : id;
    const link = { source: end(source, from), target: end(target, to) };
    if (link.source !== link.target) blocks.get(from[shared] ?? root)?.links.push(link);
  }
  return blocks;
};

/** How rows are assigned, and how nodes are ordered in them. */
export type LayoutStrategy = {
  ranker: 'network-simplex' | 'longest-path';
  order: RowOrder;
  /** How strongly a branch is kept below its fork. */
  branchWeight: 1 | 4;
};

export const defaultStrategy: LayoutStrategy = {
  ranker: 'network-simplex',
  order: 'fewest',
  branchWeight: 4,
};

/** Alternatives that are tried if arrows cross; the last two use the layout library's own order. */
export const otherStrategies: readonly LayoutStrategy[] = [
  { ranker: 'longest-path', order: 'fewest', branchWeight: 4 },
  { ranker: 'network-simplex', order: 'library', branchWeight: 4 },
  { ranker: 'network-simplex', order: 'fewest', branchWeight: 1 },
  { ranker: 'network-simplex', order: 'free', branchWeight: 1 },
  { ranker: 'longest-path', order: 'free', branchWeight: 1 },
];

/** The blocks from top to bottom, those of a row side by side. */
const layOutBlocks = (
  blocks: readonly Block[],
  links: readonly Link[],
  strategy: LayoutStrategy,
): NodePositions => {
  const drawing = new DagreGraph({ multigraph: true });
  const { ranker, order } = strategy;
  drawing.setGraph({ rankdir: 'TB', nodesep: gap.x, edgesep: gap.x, ranksep: gap.y, ranker });
  drawing.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of blocks) drawing.setNode(id, { width, height });
  const arrivals = Map.groupBy(links, ({ target }) => target);
  for (const [index, { source, target }] of links.entries()) {
    // A branch stands right below its fork; the long arrow is the one to where branches meet.
    const weight = arrivals.get(target)?.length === 1 ? strategy.branchWeight : 1;
    drawing.setEdge(source, target, { weight }, `${index}`);
  }
  layout(drawing, { customOrder: (rows, byLibrary) => orderRows(rows, byLibrary, order) });
  const middleOf = (id: string): Point => ({ x: 0, y: 0, ...drawing.node(id) });
  // The library aligns the middles of a row; here the tops are aligned.
  const heights = new Map<number, number>();
  for (const { id, height } of blocks) {
    const { y } = middleOf(id);
    heights.set(y, Math.max(height, heights.get(y) ?? 0));
  }
  return new Map(
    blocks.map(({ id, width }) => {
      const { x, y } = middleOf(id);
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - (heights.get(y) ?? 0) / 2) }];
    }),
  );
};

/** Pixels that a block's edge may move so that its opener is centred below what leads to it. */
const maxShift = 120;

/** Joins blocks at their positions into one, with free space at its sides. */
const joinBlocks = (opener: string, blocks: readonly Block[], at: NodePositions): Block => {
  const side = opener === root ? 0 : framePadding.side;
  const placed = blocks.map((block) => ({ block, ...(at.get(block.id) ?? { x: 0, y: 0 }) }));
  const top = Math.min(...placed.map(({ y }) => y));
  let left = Math.min(...placed.map(({ x }) => x)) - side;
  let right = Math.max(...placed.map(({ x, block }) => x + block.width)) + side;
  const first = placed.find(({ block }) => block.id === opener);
  if (first) {
    const offset = 2 * first.x + first.block.width - left - right;
    if (offset > 0 && offset <= maxShift) right += offset;
    if (offset < 0 && offset >= -maxShift) left += offset;
  }
  const positions: NodePositions = new Map();
  for (const { block, x, y } of placed) {
    for (const [id, inner] of block.positions) {
      positions.set(id, { x: x - left + inner.x, y: y - top + inner.y });
    }
  }
  const bottom = Math.max(...placed.map(({ y, block }) => y + block.height));
  return { id: blockIdOf(opener), width: right - left, height: bottom - top, positions };
};

/**
 * Positions for the nodes, from top to bottom; the same sketch always gets the same positions.
 * Loops and parallels are laid out separately first, so that no other node is inside their frames.
 */
export const arrange = (
  input: Sketch,
  strategy: LayoutStrategy = defaultStrategy,
): NodePositions => {
  const sketch = withoutCycles(input);
  const sizes = new Map(sketch.nodes.map((node) => [node.id, node]));
  const bodies = new Map(sketch.bodies.map((body) => [body.opener, body]));
  const sorted = groupByBlock(sketch);

  const blockOf = (opener: string): Block => {
    const { members, links } = sorted.get(opener) ?? { members: [], links: [] };
    const blocks = members.map((id): Block => {
      if (isBlock(id)) return blockOf(openerOf(id));
      const { width, height } = sizes.get(id) ?? { width: 0, height: 0 };
      return { id, width, height, positions: new Map([[id, { x: 0, y: 0 }]]) };
    });
    const closer = bodies.get(opener)?.closer;
    const deadEnds = members.filter(
      (id) => id !== closer && !links.some(({ source }) => source === id),
    );
    const closerLinks =
      closer === undefined ? [] : deadEnds.map((source) => ({ source, target: closer }));
    const at = layOutBlocks(blocks, [...links, ...closerLinks], strategy);
    return joinBlocks(opener, blocks, at);
  };

  return blockOf(root).positions;
};
