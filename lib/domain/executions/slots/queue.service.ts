import type { Database } from '#lib/kernel/database.ts';
import type { Execution } from '../execution.schema.ts';
import { readExecutions } from '../execution.store.ts';

/** Where runs wait for each other: the slot of one bot and one value of its key. */
export type Queue = Pick<Execution, 'tenant_id' | 'bot_id'> & { slot: string };

const queued = { index: 'queue', partition: 'queued' } as const;

const prefixOf = (tenantId: string, slot: string): string => `${tenantId}#${slot}#`;

/** The place of a run among those that wait for the same slot: behind all that came before. */
export const placeOf = (tenantId: string, slot: string, runId: string): string =>
  `${prefixOf(tenantId, slot)}${runId}`;

/** The runs that wait for a slot, oldest first. The index is a moment behind the runs. */
export const queuedFor = (db: Database, { tenant_id, slot }: Queue): AsyncGenerator<Execution> =>
  readExecutions(db, { ...queued, prefix: prefixOf(tenant_id, slot) }, 10);

/** The runs of a bot that wait for any of its slots. */
export const queuedOf = (
  db: Database,
  bot: { tenant_id: string; _id: string },
): AsyncGenerator<Execution> =>
  readExecutions(db, { ...queued, prefix: prefixOf(bot.tenant_id, bot._id) });

const firstFrom = async (db: Database, from: string): Promise<Execution | undefined> => {
  for await (const run of readExecutions(db, { ...queued, between: [from, '~'] }, 1)) return run;
  return undefined;
};

/** The queues of all tenants that have runs, each found by one read however long it is. */
export async function* allQueues(db: Database): AsyncGenerator<Queue> {
  let from = '!';
  for (;;) {
    const run = await firstFrom(db, from);
    if (!run) return;
    const { tenant_id, bot_id, slot = '' } = run;
    yield { tenant_id, bot_id, slot };
    from = `${prefixOf(tenant_id, slot)}~`;
  }
}
