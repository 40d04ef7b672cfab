import type { BotView, Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { boundsWarnings } from '#lib/domain/bots/bounds-warning.rules.ts';
import { graphWarnings } from '#lib/domain/bots/warning.rules.ts';
import { isSameNode } from './canonical.ts';
import type { BotDetails } from './details.ts';

export type SavedState = Pick<BotView, 'graph' | 'settings' | 'warnings'>;

const nodeOf = ({ nodes }: Graph, id: string | undefined) => nodes.find((one) => one.id === id);

/**
 * Problems that only the server can find, such as who may approve, or the columns of tables, for
 * nodes unchanged since the last save. `found` are the problems found here in the saved graph.
 */
export const serverOnlyProblems = (
  graph: Graph,
  saved: { graph: Graph; told: readonly Problem[] },
  found: readonly Problem[],
): Problem[] => {
  const foundMessages = new Set(found.map(({ message }) => message));
  return saved.told.filter(({ node_id, message }) => {
    const [currentNode, savedNode] = [nodeOf(graph, node_id), nodeOf(saved.graph, node_id)];
    return (
      !foundMessages.has(message) && currentNode && savedNode && isSameNode(currentNode, savedNode)
    );
  });
};

/**
 * The server's warnings about unchanged settings of the bot itself, except those also found here.
 */
const settingsWarnings = (
  settings: BotDetails['settings'],
  saved: SavedState | undefined,
  found: readonly Problem[],
): Problem[] => {
  const foundMessages = new Set(found.map(({ message }) => message));
  const currentSettings = new Map<string, unknown>(Object.entries(settings ?? {}));
  const savedSettings = new Map<string, unknown>(Object.entries(saved?.settings ?? {}));
  return (saved?.warnings ?? []).filter(
    ({ node_id, message, field: { name = '' } = {} }) =>
      node_id === undefined &&
      !foundMessages.has(message) &&
      currentSettings.get(name) === savedSettings.get(name),
  );
};

type Drawn = { graph: Graph; details: Pick<BotDetails, 'settings'> };

const localWarnings = (settings: BotDetails['settings'], graph: Graph): Problem[] => [
  ...boundsWarnings(settings, graph),
  ...graphWarnings(graph),
];

/** Likely problems in a run of the draft that do not prevent its start. */
export const warningsOf = ({ graph, details }: Drawn, saved: SavedState | undefined): Problem[] => {
  const savedWarnings = saved ? localWarnings(saved.settings, saved.graph) : [];
  return [
    ...settingsWarnings(details.settings, saved, savedWarnings),
    ...localWarnings(details.settings, graph),
    ...(saved
      ? serverOnlyProblems(graph, { graph: saved.graph, told: saved.warnings }, savedWarnings)
      : []),
  ];
};
