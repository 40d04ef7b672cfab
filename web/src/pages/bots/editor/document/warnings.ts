import type { BotView, Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { graphWarnings } from '#lib/domain/bots/warning.rules.ts';
import { sameNode } from './canonical.ts';

export type Saved = Pick<BotView, 'graph' | 'warnings'>;

/** What the server knows besides, such as who may approve: of nodes that are as they were saved. */
const knownOf = (graph: Graph, saved: Saved): Problem[] => {
  const seen = new Set(graphWarnings(saved.graph).map(({ message }) => message));
  const nodeOf = ({ nodes }: Graph, id: string | undefined) => nodes.find((one) => one.id === id);
  return saved.warnings.filter(({ node_id, message }) => {
    const [now, then] = [nodeOf(graph, node_id), nodeOf(saved.graph, node_id)];
    return !seen.has(message) && now && then && sameNode(now, then);
  });
};

/** What likely goes wrong in a run of the draft, though it can begin. */
export const warningsOf = (graph: Graph, saved: Saved | undefined): Problem[] => [
  ...graphWarnings(graph),
  ...(saved ? knownOf(graph, saved) : []),
];
