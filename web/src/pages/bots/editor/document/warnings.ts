import type { BotView, Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { boundsWarnings } from '#lib/domain/bots/bounds-warning.rules.ts';
import { graphWarnings } from '#lib/domain/bots/warning.rules.ts';
import { sameNode } from './canonical.ts';
import type { BotDetails } from './details.ts';

export type Saved = Pick<BotView, 'graph' | 'settings' | 'warnings'>;

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

/**
 * What the server tells of settings of the bot itself that are as they were saved, besides what is
 * found in them here.
 */
const ofSettings = (
  settings: BotDetails['settings'],
  saved: Saved | undefined,
  found: readonly Problem[],
): Problem[] => {
  const seen = new Set(found.map(({ message }) => message));
  const now = new Map<string, unknown>(Object.entries(settings ?? {}));
  const then = new Map<string, unknown>(Object.entries(saved?.settings ?? {}));
  return (saved?.warnings ?? []).filter(
    ({ node_id, message, field: { name = '' } = {} }) =>
      node_id === undefined && !seen.has(message) && now.get(name) === then.get(name),
  );
};

type Drawn = { graph: Graph; details: Pick<BotDetails, 'settings'> };

const foundIn = (settings: BotDetails['settings'], graph: Graph): Problem[] => [
  ...boundsWarnings(settings, graph),
  ...graphWarnings(graph),
];

/** What likely goes wrong in a run of the draft, though it can begin. */
export const warningsOf = ({ graph, details }: Drawn, saved: Saved | undefined): Problem[] => {
  const before = saved ? foundIn(saved.settings, saved.graph) : [];
  return [
    ...ofSettings(details.settings, saved, before),
    ...foundIn(details.settings, graph),
    ...(saved ? knownToServer(graph, { graph: saved.graph, told: saved.warnings }, before) : []),
  ];
};
