import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { isOpener, structureOf } from '#lib/engine/structure.ts';
import { boundsOf, type Box, framePadding } from './node-size.ts';

/** The nodes between the two ends of a loop or a parallel, by ids. */
export type Body = {
  opener: string;
  closer: string | undefined;
  text: string;
  nodes: readonly string[];
};

/** The box around a body's nodes. */
export type Frame = Box & { opener: string; text: string };

/** Where walks begin: the start, and in a draft all nodes that nothing leads to. */
const rootsOf = ({ nodes, edges }: Graph): GraphNode[] => {
  const targets = new Set(edges.map(({ target }) => target));
  const sources = new Set(edges.map(({ source }) => source));
  return nodes.filter(({ id }) => sources.has(id) && !targets.has(id));
};

/** The non-empty bodies of a graph, inner ones before those around them. */
export const bodiesOf = (graph: Graph): Body[] => {
  const openers = graph.nodes.filter(isOpener);
  if (openers.length === 0) return [];
  const view = viewOf(graph);
  const nodesByOpener = new Map(openers.map(({ id }) => [id, new Set<string>()]));
  const closers = new Map<string, string>();
  for (const start of rootsOf(graph)) {
    const structure = structureOf({ ...view, start });
    for (const { id } of openers) {
      const closer = structure.closerOf(id);
      if (closer) closers.set(id, closer.id);
    }
    for (const { id } of graph.nodes) {
      for (const opener of structure.around(id)) nodesByOpener.get(opener)?.add(id);
    }
  }
  return openers
    .map(({ id, type }) => ({
      opener: id,
      closer: closers.get(id),
      text: opensTurns(type) ? 'Each iteration' : 'Branches',
      nodes: [...(nodesByOpener.get(id) ?? [])],
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .sort((a, b) => a.nodes.length - b.nodes.length);
};

/** Ids of the nodes that a loop repeats. */
export const repeatedNodesOf = (graph: Graph): ReadonlySet<string> => {
  const loops = new Set(graph.nodes.filter(({ type }) => opensTurns(type)).map(({ id }) => id));
  const bodies = bodiesOf(graph).filter(({ opener }) => loops.has(opener));
  return new Set(bodies.flatMap(({ nodes }) => nodes));
};

const withPadding = ({ x, y, width, height }: Box): Box => ({
  x: x - framePadding.side,
  y: y - framePadding.top,
  width: width + 2 * framePadding.side,
  height: height + framePadding.top + framePadding.bottom,
});

/**
 * The frames of bodies for nodes in these boxes; outer ones first, so that they are drawn below.
 */
export const framesOf = (bodies: readonly Body[], boxes: ReadonlyMap<string, Box>): Frame[] => {
  const frames: Frame[] = [];
  for (const { opener, text, nodes } of bodies) {
    const inner = frames.filter((frame) => nodes.includes(frame.opener));
    const contentBoxes = [...nodes.flatMap((id) => boxes.get(id) ?? []), ...inner];
    if (contentBoxes.length > 0)
      frames.push({ ...withPadding(boundsOf(contentBoxes)), opener, text });
  }
  return frames.toReversed();
};

/** The box of a frame's title. */
export const titleBoxOf = ({ x, y }: Frame): Box => ({ x: x + 8, y: y + 2, width: 68, height: 22 });
