import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { isInRuns } from '#lib/domain/bots/node-facts.schema.ts';
import { isSameNode } from '../editor/document/canonical.ts';

/** The nodes of the draft that differ from, or are missing in, the version that ran. */
export const changedNodeIds = (runGraph: Graph, draft: Graph): ReadonlySet<string> => {
  const runNodes = new Map(runGraph.nodes.map((node) => [node.id, node]));
  const changed = draft.nodes.filter((node) => {
    const runNode = runNodes.get(node.id);
    return isInRuns(node) && !(runNode && isSameNode(runNode, node));
  });
  return new Set(changed.map(({ id }) => id));
};
