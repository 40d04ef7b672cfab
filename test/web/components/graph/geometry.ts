import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf } from '#lib/domain/bots/node-facts.schema.ts';
import { bodiesOf, framesOf, titleBoxOf } from '#web/components/graph/bodies.ts';
import { linesOf } from '#web/components/graph/crossings.ts';
import { canShareLine, isOverlapping, type Line } from '#web/components/graph/lines.ts';
import { type Box, boxOf, isIntersecting } from '#web/components/graph/node-size.ts';

/** A graph as drawn: boxes of nodes and frames, and the lines of its arrows. */
export const pictureOf = (graph: Graph) => {
  const nodes = graph.nodes.filter(({ type }) => type !== 'note');
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node)]));
  const frames = framesOf(bodiesOf(graph), boxes);
  const lines = linesOf(graph);
  return { nodes, boxes, frames, lines };
};

export type Picture = ReturnType<typeof pictureOf>;

const boxAround = ({ a, b }: Line): Box => ({
  x: Math.min(a.x, b.x) - 0.5,
  y: Math.min(a.y, b.y) - 0.5,
  width: Math.abs(a.x - b.x) + 1,
  height: Math.abs(a.y - b.y) + 1,
});

const nameOf = ({ arrow }: Line): string => `${arrow.source} -> ${arrow.target}`;

/** Lines of arrows that are neither horizontal nor vertical. */
export const slantedArrows = ({ lines }: Picture): string[] =>
  lines.filter(({ a, b }) => a.x !== b.x && a.y !== b.y).map(nameOf);

/** Arrows that cross a node or a frame's name. They only touch their own ends. */
export const arrowsThroughNodes = ({ boxes, frames, lines }: Picture): string[] =>
  lines.flatMap((line) => {
    const nodes = [...boxes].filter(([id, box]) => {
      const isEndpoint = id === line.arrow.source || id === line.arrow.target;
      const inner = { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 };
      return isIntersecting(boxAround(line), isEndpoint ? inner : box);
    });
    const titles = frames.filter((frame) => isIntersecting(boxAround(line), titleBoxOf(frame)));
    return [
      ...nodes.map(([id]) => `${nameOf(line)} through ${id}`),
      ...titles.map(({ opener }) => `${nameOf(line)} through the name of ${opener}`),
    ];
  });

const pairs = function* <T>(all: readonly T[]): Generator<[T, T]> {
  for (const [at, one] of all.entries()) for (const other of all.slice(at + 1)) yield [one, other];
};

/** Overlapping arrows with different ends: one seems to lead where the other does. */
export const overlappingArrows = ({ lines }: Picture): string[] =>
  [...pairs(lines)]
    .filter(([one, other]) => {
      const areParallel = (one.a.y === one.b.y) === (other.a.y === other.b.y);
      if (!areParallel || canShareLine(one.arrow, other.arrow)) return false;
      return isOverlapping(one.a, one.b, other.a, other.b);
    })
    .map(([one, other]) => `${nameOf(one)} on ${nameOf(other)}`);

/** Nodes that overlap, and nodes in a frame that they do not belong to. */
export const misplacedNodes = ({ boxes, frames }: Picture, graph: Graph): string[] => {
  const bodies = new Map(bodiesOf(graph).map(({ opener, nodes }) => [opener, nodes]));
  const nodes = [...boxes];
  const overlaps = [...pairs(nodes)].filter(([[, a], [, b]]) => isIntersecting(a, b));
  const intruders = frames.flatMap((frame) =>
    nodes
      .filter(([id, box]) => isIntersecting(frame, box) && !bodies.get(frame.opener)?.includes(id))
      .map(([id]) => `${id} in the frame of ${frame.opener}`),
  );
  return [...overlaps.map(([[a], [b]]) => `${a} over ${b}`), ...intruders];
};

/** Forks whose branches are not in the order of their handles; only nodes with a single arrow. */
export const misorderedForks = (graph: Graph): string[] => {
  const { nodes, boxes } = pictureOf(graph);
  const arrivals = Map.groupBy(graph.edges, ({ target }) => target);
  return nodes.flatMap((node) => {
    const xs = handlesOf(node).flatMap((handle) => {
      const edge = graph.edges.find(
        ({ source, sourceHandle = 'next' }) => source === node.id && sourceHandle === handle,
      );
      if (!edge || arrivals.get(edge.target)?.length !== 1) return [];
      return [boxes.get(edge.target)?.x ?? 0];
    });
    return xs.every((x, at) => at === 0 || x > (xs[at - 1] ?? 0)) ? [] : [node.id];
  });
};
