import type { BotView, Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { graphWarnings } from '#lib/domain/bots/warning.rules.ts';
import { sameNode } from './canonical.ts';

export type Saved = Pick<BotView, 'graph' | 'warnings'>;

const nodeOf = ({ nodes }: Graph, id: string | undefined) => nodes.find((one) => one.id === id);

/**
 * What only the server can tell, such as who may approve, or the columns of tables: of nodes that
 * are as they were saved. `found` is what is found in the saved graph here.
 */
export const knownToServer = (
  graph: Graph,
  saved: { graph: Graph; told: readonly Problem[] },
  found: readonly Problem[],
): Problem[] => {
  const seen = new Set(found.map(({ message }) => message));
  return saved.told.filter(({ node_id, message }) => {
    const [now, then] = [nodeOf(graph, node_id), nodeOf(saved.graph, node_id)];
    return !seen.has(message) && now && then && sameNode(now, then);
  });
};

/** What likely goes wrong in a run of the draft, though it can begin. */
export const warningsOf = (graph: Graph, saved: Saved | undefined): Problem[] => [
  ...graphWarnings(graph),
  ...(saved
    ? knownToServer(
        graph,
        { graph: saved.graph, told: saved.warnings },
        graphWarnings(saved.graph),
      )
    : []),
];
