import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { draw } from '../../support/drawing.ts';
import { type Product, tenantId } from '../../support/deployed-product.ts';

type NewBot = Parameters<Product['api']['bots']['createBot']>[0];

/** The id of a bot that was made and published. */
export const published = async (
  { api }: Product,
  name: string,
  graph: Graph,
  settings?: NewBot['settings'],
): Promise<string> => {
  const { _id: bot_id } = await api.bots.createBot({ name, graph, ...(settings && { settings }) });
  await api.bots.publishBot({ bot_id, version: 1 });
  return bot_id;
};

/** The id of a run that was started by hand, once nothing moves by itself. */
export const begun = async ({ api, runner }: Product, bot_id: string): Promise<string> => {
  const { _id } = await api.executions.startExecution({ bot_id });
  await runner.idle();
  return _id;
};

/** A run whose record has ended, and nothing else: the process died in between. */
export const endRecord = ({ db }: Product, id: string) => {
  const at = isoTime(Date.now());
  const end = { state: 'CANCELLED' as const, updated_at: at, finished_at: at };
  return executionStore(db, tenantId).commit(id, end);
};

const name = { id: 'name', label: 'Name', required: true };

/** A loop of two turns at once, each of which asks for a name. */
export const askingTurns = draw(
  'start -> each:loop -body-> form:user_input -> all:loop_end -> end\nform -expired-> all',
  {
    each: { items_to_iterate: "{% ['a', 'b'] %}", max_concurrency: 2 },
    form: { inputs: [name] },
  },
);
