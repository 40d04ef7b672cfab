import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { hasSameContent } from './canonical.ts';

export type Difference = {
  name: string;
  how: 'changed' | 'only in yours' | 'only in theirs';
  /** Who made the change, if the common base is known. */
  by?: 'you' | 'them' | 'both';
};

type GraphPart = Pick<Graph, 'nodes' | 'edges'>;

/** One node with its own arrows, as a graph that can be compared. */
const partOf = ({ nodes, edges }: Graph, id: string): GraphPart => ({
  nodes: nodes.filter((node) => node.id === id),
  edges: edges.filter(({ source }) => source === id),
});

/**
 * Who changed a node since the common base: created it, deleted it, or changed its content or its
 * arrows.
 */
const changeAuthorOf = (
  id: string,
  before: Graph,
  yours: Graph,
  theirs: Graph,
): Difference['by'] => {
  const isAsBefore = (graph: Graph) => hasSameContent(partOf(before, id), partOf(graph, id));
  if (isAsBefore(theirs)) return 'you';
  return isAsBefore(yours) ? 'them' : 'both';
};

/**
 * The differences in behaviour between two versions, by node; an arrow belongs to its source.
 * `before` is the common base, if known.
 */
export const findDifferences = (yours: Graph, theirs: Graph, before?: Graph): Difference[] => {
  const by = (id: string) => before && { by: changeAuthorOf(id, before, yours, theirs) };
  const theirIds = new Set(theirs.nodes.map(({ id }) => id));
  const ourIds = new Set(yours.nodes.map(({ id }) => id));
  const ours = yours.nodes.flatMap(({ id, name }): Difference[] => {
    if (!theirIds.has(id)) return [{ name, how: 'only in yours', ...by(id) }];
    const isSame = hasSameContent(partOf(yours, id), partOf(theirs, id));
    return isSame ? [] : [{ name, how: 'changed', ...by(id) }];
  });
  const others = theirs.nodes
    .filter(({ id }) => !ourIds.has(id))
    .map(({ id, name }): Difference => ({ name, how: 'only in theirs', ...by(id) }));
  return [...ours, ...others];
};
