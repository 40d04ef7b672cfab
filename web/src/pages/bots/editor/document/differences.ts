import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { hasSameContent } from './canonical.ts';

export type Difference = {
  name: string;
  kind: 'changed' | 'only in yours' | 'only in theirs';
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
const changeAuthorOf = (id: string, base: Graph, yours: Graph, theirs: Graph): Difference['by'] => {
  const isUnchanged = (graph: Graph) => hasSameContent(partOf(base, id), partOf(graph, id));
  if (isUnchanged(theirs)) return 'you';
  return isUnchanged(yours) ? 'them' : 'both';
};

/**
 * The differences in behaviour between two versions, by node; an arrow belongs to its source.
 * `base` is the common base, if known.
 */
export const findDifferences = (yours: Graph, theirs: Graph, base?: Graph): Difference[] => {
  const by = (id: string) => base && { by: changeAuthorOf(id, base, yours, theirs) };
  const theirIds = new Set(theirs.nodes.map(({ id }) => id));
  const ourIds = new Set(yours.nodes.map(({ id }) => id));
  const ourDifferences = yours.nodes.flatMap(({ id, name }): Difference[] => {
    if (!theirIds.has(id)) return [{ name, kind: 'only in yours', ...by(id) }];
    const isSame = hasSameContent(partOf(yours, id), partOf(theirs, id));
    return isSame ? [] : [{ name, kind: 'changed', ...by(id) }];
  });
  const theirDifferences = theirs.nodes
    .filter(({ id }) => !ourIds.has(id))
    .map(({ id, name }): Difference => ({ name, kind: 'only in theirs', ...by(id) }));
  return [...ourDifferences, ...theirDifferences];
};
