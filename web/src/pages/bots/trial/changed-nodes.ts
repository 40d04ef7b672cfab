import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { isInRuns } from '#lib/domain/bots/node-facts.schema.ts';
import { isSameNode } from '../editor/document/canonical.ts';

/** The nodes of the draft that differ from, or are missing in, the version that ran. */
export const changedNodeIds = (ran: Graph, drawn: Graph): ReadonlySet<string> => {
  const before = new Map(ran.nodes.map((node) => [node.id, node]));
  const changed = drawn.nodes.filter((node) => {
    const old = before.get(node.id);
    return isInRuns(node) && !(old && isSameNode(old, node));
  });
  return new Set(changed.map(({ id }) => id));
};
