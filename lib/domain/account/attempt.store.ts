import * as z from 'zod';
import { addAmounts, type Database, deleteItem, readItems } from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import { type Attempts, attemptWindow, minuteOf } from './attempt.rules.ts';
import { attemptTable } from './attempt.table.ts';

const attempts = z.object({ minute: z.string(), failures: z.number(), last_at: z.number() });

/** The failures counted for an address or a key. */
export const attemptStore = (db: Database, attemptKey: string) => ({
  async list(): Promise<Attempts[]> {
    const found: Attempts[] = [];
    const question = { table: attemptTable, partition: attemptKey };
    for await (const item of readItems(db, question)) found.push(attempts.parse(item));
    return found;
  },

  /** Returns false, without a write, if this minute's failures are used up. */
  add: (now: number): Promise<boolean> => {
    const expiresAt = Math.ceil((now + 2 * attemptWindow) / 1000);
    return addAmounts(
      db,
      attemptTable,
      { who: attemptKey, minute: minuteOf(now) },
      { failures: 1 },
      {
        settings: [
          [['last_at'], now],
          [['expires_at'], expiresAt],
        ],
        condition: {
          text: 'attribute_not_exists(#f) OR #f < :most',
          names: { '#f': 'failures' },
          values: { ':most': limits.failures },
        },
      },
    );
  },

  forget: (minute: string): Promise<boolean> =>
    deleteItem(db, attemptTable, { who: attemptKey, minute }),
});
