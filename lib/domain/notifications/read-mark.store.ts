import * as z from 'zod';
import { type Database, getItem, putItem } from '#lib/kernel/database.ts';
import { notificationReadTable } from './notification.table.ts';
import type { ReadMarks } from './read-mark.rules.ts';

const storedMarks = z.object({
  read_at: z.string(),
  ids: z.array(z.string()),
  /** Raised by every write. */
  revision: z.number().int(),
});
export type StoredMarks = z.infer<typeof storedMarks>;

/** What the users of one organisation have read. */
export const readMarkStore = (db: Database, tenantId: string) => {
  const keyOf = (userId: string) => ({ tenant_id: tenantId, user_id: userId });

  return {
    async get(userId: string): Promise<StoredMarks | undefined> {
      const item = await getItem(db, notificationReadTable, keyOf(userId));
      return item && storedMarks.parse(item);
    },

    /** Returns false, without a write, if another write came in between. */
    put: (
      userId: string,
      marks: ReadMarks,
      previous: StoredMarks | undefined,
    ): Promise<boolean> => {
      const item = { ...keyOf(userId), ...marks, revision: (previous?.revision ?? 0) + 1 };
      return putItem(
        db,
        notificationReadTable,
        item,
        previous
          ? { text: '#r = :r', names: { '#r': 'revision' }, values: { ':r': previous.revision } }
          : { text: 'attribute_not_exists(#u)', names: { '#u': 'user_id' } },
      );
    },
  };
};
