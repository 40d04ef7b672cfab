import {
  addAmounts,
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
export type RunPosition = { bot_exc_id: string; lane: string; node_id: string };

const formatPosition = ({ bot_exc_id, lane, node_id }: RunPosition): string =>
  `${bot_exc_id}#${lane}#${node_id}`;

const parsePosition = (text: string): RunPosition => {
  const [bot_exc_id = '', lane = '', node_id = ''] = text.split('#');
  return { bot_exc_id, lane, node_id };
};

/** The key of the pause at a position. */
const pauseKey = (tenantId: string, position: RunPosition) => ({
  tenant_id: tenantId,
  _id: formatPosition(position),
});

const tokenCondition = (token: string): Condition => ({
  text: '#token = :token',
  names: { '#token': 'token' },
  values: { ':token': token },
});

/** Task tokens of waiting runs. A token resumes a run, so it is kept apart and deleted on use. */
export const pauseStore = (db: Database, tenantId: string) => {
  const keyOf = (position: RunPosition) => pauseKey(tenantId, position);
  return {
    /** A state machine that repeats its pause gets another token; work begun meanwhile goes on. */
    put: (position: RunPosition, token: string): Promise<boolean> =>
      addAmounts(
        db,
        pauseTable,
        keyOf(position),
        {},
        { settings: asSettings({ token, open: openPartition }) },
      ),

    async get(position: RunPosition): Promise<string | undefined> {
      const item = await getItem(db, pauseTable, keyOf(position));
      return typeof item?.token === 'string' ? item.token : undefined;
    },

    /** With a token: only if it has not been replaced by another one. */
    delete: (position: RunPosition, token?: string): Promise<boolean> =>
      deleteItem(
        db,
        pauseTable,
        keyOf(position),
        token === undefined ? undefined : tokenCondition(token),
      ),
  };
};

/** Partition of the indexes of things that runs wait for, across all tenants. */
const openPartition = 'open';

/** The attributes that put a thing that a run waits for into such an index. */
export const openIndexFields = (position: RunPosition) => ({
  open: openPartition,
  place: formatPosition(position),
});

/** Something that a run waits for. */
export type AwaitedItem = { tenant_id: string; _id: string; place: RunPosition };

/** All entries of the index `open` of this table; those of one run are adjacent. */
export async function* listAwaited(
  db: Database,
  table: TableSpec,
  placeIn: 'place' | '_id' = 'place',
): AsyncGenerator<AwaitedItem> {
  const question = { table, index: openPartition, partition: openPartition };
  for await (const { tenant_id, _id, [placeIn]: place } of readEntries(db, question, {})) {
    yield { tenant_id: String(tenant_id), _id: String(_id), place: parsePosition(String(place)) };
  }
}

/** The pauses of all tenants. */
export const allPauses = (db: Database): AsyncGenerator<AwaitedItem> =>
  listAwaited(db, pauseTable, '_id');
