import { type Database, deleteItem, getItem, putItem } from '#lib/kernel/database.ts';
import { pauseTable } from './execution.table.ts';

/** Where a run waits: a node in one of its lanes (`''` is the run itself). */
export type Place = { bot_exc_id: string; lane: string; node_id: string };

/** Task tokens of waiting runs; a token resumes a run, so it is kept apart and deleted on use. */
export const pauseStore = (db: Database, tenantId: string) => {
  const keyOf = ({ bot_exc_id, lane, node_id }: Place) => ({
    tenant_id: tenantId,
    _id: `${bot_exc_id}#${lane}#${node_id}`,
  });
  return {
    put: (place: Place, token: string): Promise<boolean> =>
      putItem(db, pauseTable, { ...keyOf(place), token }),

    async get(place: Place): Promise<string | undefined> {
      const item = await getItem(db, pauseTable, keyOf(place));
      return typeof item?.token === 'string' ? item.token : undefined;
    },

    delete: (place: Place): Promise<boolean> => deleteItem(db, pauseTable, keyOf(place)),
  };
};

export type PauseStore = ReturnType<typeof pauseStore>;
