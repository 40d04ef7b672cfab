import type { Database } from '#lib/kernel/database.ts';
import type { Execution } from '../execution.schema.ts';
import { readExecutions } from '../execution.store.ts';

/** A queue of runs: one per slot, that is, per bot and value of its concurrency key. */
export type Queue = Pick<Execution, 'tenant_id' | 'bot_id'> & { slot: string };

const queueIndex = { index: 'queue', partition: 'queued' } as const;

const prefixOf = (tenantId: string, slot: string): string => `${tenantId}#${slot}#`;

/** Sort key of a run in the queue of its slot: behind all older runs. */
export const queueKeyOf = (tenantId: string, slot: string, runId: string): string =>
  `${prefixOf(tenantId, slot)}${runId}`;

/** The runs that wait for a slot, oldest first. The index may lag slightly behind the runs. */
export const readQueue = (db: Database, { tenant_id, slot }: Queue): AsyncGenerator<Execution> =>
  readExecutions(db, { ...queueIndex, prefix: prefixOf(tenant_id, slot) }, 10);

/** The runs of a bot that wait for any of its slots. */
export const queuedRunsOf = (
  db: Database,
  bot: { tenant_id: string; _id: string },
): AsyncGenerator<Execution> =>
  readExecutions(db, { ...queueIndex, prefix: prefixOf(bot.tenant_id, bot._id) });

const findFirstQueued = async (db: Database, from: string): Promise<Execution | undefined> => {
  for await (const run of readExecutions(db, { ...queueIndex, between: [from, '~'] }, 1))
    return run;
  return undefined;
};

/** All queues that have runs, of all tenants; each is found with one read, however long it is. */
export async function* allQueues(db: Database): AsyncGenerator<Queue> {
  let from = '!';
  for (;;) {
    const run = await findFirstQueued(db, from);
    if (!run) return;
    const { tenant_id, bot_id, slot = '' } = run;
    yield { tenant_id, bot_id, slot };
    from = `${prefixOf(tenant_id, slot)}~`;
  }
}
