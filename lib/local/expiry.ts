import type { Clock } from '#lib/kernel/clock.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import type { LocalDatabase } from './database.ts';

type ExpiryDeps = {
  db: Pick<LocalDatabase, 'removeExpired'>;
  tables: readonly TableSpec[];
  clock: Clock;
};

/** Items of one transaction: a few milliseconds, in which nobody else is served. */
const batch = 500;

/**
 * Removes the items whose `ttl` has passed, as DynamoDB does by itself on AWS. Each batch is a turn
 * of its own, so that other calls are served in between. Answers how many were removed.
 */
export const removeExpired =
  ({ db, tables, clock }: ExpiryDeps) =>
  async (): Promise<number> => {
    const now = clock() / 1000;
    let removed = 0;
    for (const table of tables) {
      for (let last = batch; last === batch; removed += last) {
        last = await db.removeExpired(table, now, batch);
      }
    }
    return removed;
  };
