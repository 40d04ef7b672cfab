import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import {
  askingKinds,
  consequentialKinds,
  isPassedBy,
  passableKinds,
} from '#lib/domain/bots/node-facts.schema.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { PauseDeps } from '../deps.ts';
import { type GraphView, viewOf } from '../graph.ts';
import type { Asking } from './asked.ts';

/** Names that are told; a person reads no more. */
const mostNames = 20;

type Options = Execution['options'];

const takesPin = (options: Options, node: GraphNode): boolean =>
  options.use_pins === true &&
  node.pinned !== undefined &&
  passableKinds.has(node.type) &&
  !isPassedBy(node);

/** What can run once people agree, the nearest first, up to whatever asks people again. */
const behind = (view: GraphView, askingId: string): GraphNode[] => {
  const first = view.next(askingId, 'approved');
  const found = new Set(first ? [first] : []);
  for (const node of found) {
    if (askingKinds.has(node.type)) continue;
    for (const next of view.successors(node.id)) found.add(next);
  }
  return [...found].filter(({ id }) => id !== askingId);
};

/** What people who decide must know of the run: data that are not real, and what it does next. */
export const consequencesOf = async (
  { db }: PauseDeps,
  { run: { tenant_id, bot_id, version, options }, waiting }: Asking,
): Promise<{ pinned_nodes?: string[]; next_nodes?: string[] }> => {
  const found = await botVersionStore(db, tenant_id).get(bot_id, version);
  if (!found) return {};
  const view = viewOf(found.graph);
  const namesOf = (nodes: readonly GraphNode[]) =>
    nodes.slice(0, mostNames).map(({ name }) => name);
  const pinned = view.nodes.filter((node) => takesPin(options, node));
  const next = behind(view, waiting.node_id).filter(
    (node) => consequentialKinds.has(node.type) && !isPassedBy(node) && !takesPin(options, node),
  );
  return {
    next_nodes: namesOf(next),
    ...(pinned.length > 0 && { pinned_nodes: namesOf(pinned) }),
  };
};
