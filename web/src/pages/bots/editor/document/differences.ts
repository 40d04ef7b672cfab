import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { sameContent } from './canonical.ts';

export type Difference = { name: string; how: 'changed' | 'only in yours' | 'only in theirs' };

type GraphPart = Pick<Graph, 'nodes' | 'edges'>;

/** One node with its own arrows, as a graph that can be compared. */
const partOf = ({ nodes, edges }: Graph, id: string): GraphPart => ({
  nodes: nodes.filter((node) => node.id === id),
  edges: edges.filter(({ source }) => source === id),
});

/** Where two versions differ in what they do, by node; an arrow belongs to the node it leaves. */
export const differences = (yours: Graph, theirs: Graph): Difference[] => {
  const theirIds = new Set(theirs.nodes.map(({ id }) => id));
  const ourIds = new Set(yours.nodes.map(({ id }) => id));
  const ours = yours.nodes.flatMap(({ id, name }): Difference[] => {
    if (!theirIds.has(id)) return [{ name, how: 'only in yours' }];
    return sameContent(partOf(yours, id), partOf(theirs, id)) ? [] : [{ name, how: 'changed' }];
  });
  const others = theirs.nodes
    .filter(({ id }) => !ourIds.has(id))
    .map(({ name }): Difference => ({ name, how: 'only in theirs' }));
  return [...ours, ...others];
};
