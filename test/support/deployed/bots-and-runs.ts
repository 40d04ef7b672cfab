import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { newExecution } from '#lib/domain/executions/execution.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { draw } from '../drawing.ts';
import { type Product, tenantId } from '../deployed-product.ts';

type NewBot = Parameters<Product['api']['bots']['createBot']>[0];

/** Creates and publishes a bot; returns its id. */
export const createPublishedBot = async (
  { api }: Product,
  name: string,
  graph: Graph,
  settings?: NewBot['settings'],
): Promise<string> => {
  const { _id: bot_id } = await api.bots.createBot({ name, graph, ...(settings && { settings }) });
  await api.bots.publishBot({ bot_id, version: 1 });
  return bot_id;
};

/** Starts a run by hand and waits until nothing changes by itself; returns the run's id. */
export const startRunAndSettle = async (
  { api, runner }: Product,
  bot_id: string,
): Promise<string> => {
  const { _id } = await api.executions.startExecution({ bot_id });
  await runner.idle();
  return _id;
};

/** Ends a run's record only, as if the process had crashed before its follow-up. */
export const endRecord = ({ db }: Product, id: string) => {
  const at = isoTime(Date.now());
  const changes = { state: 'CANCELLED' as const, updated_at: at, finished_at: at };
  return executionStore(db, tenantId).commit(id, changes);
};

/** The id of a running run of the same bot that an AI agent of another run started. */
export const createChildRun = async (
  { db }: Product,
  bot_exc_id: string,
  bot_id: string,
): Promise<string> => {
  const bot = await botStore(db, tenantId).get(bot_id);
  if (!bot) throw new Error(`There is no bot ${bot_id}.`);
  const now = Date.now();
  const _id = timedId('exc', now);
  const above = [bot_id];
  const trigger = { type: 'agent' as const, bot_id, bot_exc_id, bot_name: bot.name, above };
  await executionStore(db, tenantId).create(newExecution(bot, { _id, trigger, version: 1 }, now));
  return _id;
};

const name = { id: 'name', label: 'Name', required: true };

/** A loop with two iterations at once, each of which asks for a name. */
export const inputLoop = draw(
  'start -> each:loop -body-> form:user_input -> all:loop_end -> end\nform -expired-> all',
  {
    each: { items_to_iterate: "{% ['a', 'b'] %}", max_concurrency: 2 },
    form: { inputs: [name] },
  },
);
