import type { Clock } from '#lib/kernel/clock.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import type { LocalDatabase } from './database.ts';

type ExpiryDeps = {
  db: Pick<LocalDatabase, 'removeExpired'>;
  tables: readonly TableSpec[];
  clock: Clock;
};

/** Items removed in one transaction, which blocks other calls for a few milliseconds. */
const batchSize = 500;

/**
 * Removes items whose `ttl` has passed, as DynamoDB does by itself on AWS, and returns how many.
 * Each batch is a separate turn, so that other calls are served in between.
 */
export const removeExpired =
  ({ db, tables, clock }: ExpiryDeps) =>
  async (): Promise<number> => {
    const now = clock() / 1000;
    let removedCount = 0;
    for (const table of tables) {
      for (let last = batchSize; last === batchSize; removedCount += last) {
        last = await db.removeExpired(table, now, batchSize);
      }
    }
    return removedCount;
  };
