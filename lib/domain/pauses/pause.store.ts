import {
  addTo,
  asSettings,
  type Condition,
  type Database,
  deleteItem,
  getItem,
  readEntries,
} from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { pauseTable } from './pause.table.ts';

/** Where a run waits: a node in one of its lanes (`''` is the run itself). */
export type Place = { bot_exc_id: string; lane: string; node_id: string };

const textOf = ({ bot_exc_id, lane, node_id }: Place): string => `${bot_exc_id}#${lane}#${node_id}`;

const readPlace = (text: string): Place => {
  const [bot_exc_id = '', lane = '', node_id = ''] = text.split('#');
  return { bot_exc_id, lane, node_id };
};

/** The key of a place's pause. */
const pauseKey = (tenantId: string, place: Place) => ({
  tenant_id: tenantId,
  _id: textOf(place),
});

const holds = (token: string): Condition => ({
  text: '#token = :token',
  names: { '#token': 'token' },
  values: { ':token': token },
});

/** Task tokens of waiting runs. A token resumes a run, so it is kept apart and deleted on use. */
export const pauseStore = (db: Database, tenantId: string) => {
  const keyOf = (place: Place) => pauseKey(tenantId, place);
  return {
    /** A state machine that repeats its pause gets another token; work begun meanwhile goes on. */
    put: (place: Place, token: string): Promise<boolean> =>
      addTo(db, pauseTable, keyOf(place), {}, { settings: asSettings({ token, open }) }),

    async get(place: Place): Promise<string | undefined> {
      const item = await getItem(db, pauseTable, keyOf(place));
      return typeof item?.token === 'string' ? item.token : undefined;
    },

    /** With a token: only if it has not been replaced by another one. */
    delete: (place: Place, token?: string): Promise<boolean> =>
      deleteItem(db, pauseTable, keyOf(place), token === undefined ? undefined : holds(token)),
  };
};

/** Partition of the indexes of things that runs wait for, across all tenants. */
const open = 'open';

/** The attributes that put a thing that a run waits for into such an index. */
export const waitedFor = (place: Place) => ({ open, place: textOf(place) });

/** Something that a run waits for. */
export type Waited = { tenant_id: string; _id: string; place: Place };

/** All entries of the index `open` of this table; those of one run are adjacent. */
export async function* allWaited(
  db: Database,
  table: TableSpec,
  placeIn: 'place' | '_id' = 'place',
): AsyncGenerator<Waited> {
  const question = { table, index: open, partition: open };
  for await (const { tenant_id, _id, [placeIn]: place } of readEntries(db, question, {})) {
    yield { tenant_id: String(tenant_id), _id: String(_id), place: readPlace(String(place)) };
  }
}

/** The pauses of all tenants. */
export const allPauses = (db: Database): AsyncGenerator<Waited> => allWaited(db, pauseTable, '_id');
