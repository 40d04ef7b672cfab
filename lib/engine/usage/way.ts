import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts, policyKinds, waitingKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { Program } from '../plan.ts';
import { isOpener } from '../structure.ts';

/** The part of a graph that one lane walks. */
type Part = { from: GraphNode | undefined; until: GraphNode | undefined };

type Best = { weight: number; next: GraphNode | undefined };

/** The lanes that a node opens: for each first node how many there are. */
export type Ways = { from: GraphNode; times: number }[];

const waitWeight = 100;
const effectWeight = 10;

/** Finds the costliest way through a graph, even if the graph is unfinished. */
export const costliestWays = (
  { view, structure }: Program,
  lanesOf: (opener: GraphNode) => Ways,
) => {
  /** The nodes that may follow when nothing fails. */
  const nextsOf = (node: GraphNode): GraphNode[] => {
    const closer = structure.closerOf(node.id);
    if (isOpener(node)) return closer ? [closer] : [];
    return nodeFacts[node.type].handles.flatMap((handle) => view.next(node.id, handle) ?? []);
  };

  const weights = new Map<string, number>();

  const weightOf = (node: GraphNode): number => {
    const weight = weights.get(node.id) ?? ownWeight(node);
    weights.set(node.id, weight);
    return weight;
  };

  const ownWeight = (node: GraphNode): number => {
    if (waitingKinds.has(node.type)) return waitWeight;
    if (policyKinds.has(node.type)) return effectWeight;
    if (!isOpener(node)) return 1;
    const until = structure.closerOf(node.id);
    const lanes = lanesOf(node).map(({ from, times }) => {
      const way = costliestWay({ from, until });
      return times * way.reduce((sum, one) => sum + weightOf(one), effectWeight);
    });
    return lanes.reduce((sum, one) => sum + one, effectWeight);
  };

  const choose = (nexts: GraphNode[], bestById: ReadonlyMap<string, Best>): Best => {
    const best: Best = { weight: 0, next: undefined };
    for (const next of nexts) {
      const weight = bestById.get(next.id)?.weight ?? 0;
      if (!best.next || weight > best.weight) Object.assign(best, { weight, next });
    }
    return best;
  };

  /** Weighs all nodes behind a node before the node itself. */
  const weigh = ({ from, until }: Part): Map<string, Best> => {
    const bestById = new Map<string, Best>();
    const visitedIds = new Set<string>();
    const pending = from ? [from] : [];
    for (let node = pending.at(-1); node; node = pending.at(-1)) {
      const nexts = nextsOf(node).filter((next) => next !== until);
      const ahead = visitedIds.has(node.id) ? [] : nexts.filter(({ id }) => !visitedIds.has(id));
      visitedIds.add(node.id);
      pending.push(...ahead);
      if (ahead.length > 0) continue;
      pending.pop();
      if (bestById.has(node.id)) continue;
      const best = choose(nexts, bestById);
      bestById.set(node.id, { weight: best.weight + weightOf(node), next: best.next });
    }
    return bestById;
  };

  const costliestWay = (part: Part): GraphNode[] => {
    const bestById = weigh(part);
    const way = new Set<GraphNode>();
    for (let node = part.from; node && !way.has(node); node = bestById.get(node.id)?.next) {
      way.add(node);
    }
    return [...way];
  };

  return costliestWay;
};
