import {
  asSettings,
  type Condition,
  type Database,
  deleteItem,
  getItem,
  type Item,
  putItem,
  putNewItem,
  type Question,
  readItems,
  updateItem,
} from './database.ts';
import { type AcceptItem, readPage } from './lists.ts';
import type { PageRequest } from './page.ts';
import { conflict, type Refusal } from './refusal.ts';
import type { TableSpec } from './table.ts';

type Entity = { _id: string };
type Named = Entity & { name: string };

type Entities<T> = {
  table: TableSpec;
  tenantId: string;
  parse: (item: Item) => T;
  /** The name that `underName` compares; by default `name`. */
  nameOf?: (one: T) => string | undefined;
  /** Newest first, for ids that start with a time (`timedId`). */
  descending?: boolean;
  /** Limits unique names and `room` to one owner's entities instead of the whole organisation. */
  owned?: { by: string; includes: (one: T) => boolean };
};

/** Holds if the entity exists. */
export const existsCondition: Condition = {
  text: 'attribute_exists(#id)',
  names: { '#id': '_id' },
};

/** Holds if the entity exists and was not changed since it was read. */
export const atRevision = (revision: number): Condition => ({
  text: '#r = :r',
  names: { '#r': 'revision' },
  values: { ':r': revision },
});

/** The same for tables with entities from before revisions: one without counts as revision 1. */
export const atRevisionOrLegacy = (revision: number): Condition =>
  revision === 1
    ? {
        text: 'attribute_exists(#id) AND (attribute_not_exists(#r) OR #r = :r)',
        names: { '#id': '_id', '#r': 'revision' },
        values: { ':r': revision },
      }
    : atRevision(revision);

/** How many entities may exist, and the Refusal for one more. */
type EntityLimit = { max: number; full: () => Refusal };

type NameReservation = { now: number; taken: () => Refusal; room?: EntityLimit };

/** A name is released after its write, or after so many milliseconds if the process died before. */
const maxReservationTime = 60_000;

/** Names are compared case-insensitively. */
const nameKey = (name: string): string => name.toLowerCase();

/** Where names are held: a partition of the table beside its entities. */
type NamePartition = { table: TableSpec; partition: string };

const reservedNamesPartition = (tenantId: string, owner?: string): string =>
  [tenantId, ...(owner === undefined ? [] : [owner]), 'names'].join('#');

/** Reserves a name until the write is done; false if another writer holds it. */
const withReservedName = async <R>(
  db: Database,
  { table, partition }: NamePartition,
  { name, now, isNew }: { name: string; now: number; isNew: boolean },
  write: () => Promise<R>,
): Promise<R | false> => {
  const key = { tenant_id: partition, _id: nameKey(name) };
  const names = { '#until': 'held_until' };
  const held_until = now + maxReservationTime;
  const isMine = await putItem(
    db,
    table,
    { ...key, held_until, ...(isNew && { is_new: true }) },
    {
      text: 'attribute_not_exists(#until) OR #until < :now',
      names,
      values: { ':now': now },
    },
  );
  if (!isMine) return false;
  try {
    return await write();
  } finally {
    const mine = { text: '#until = :until', names, values: { ':until': held_until } };
    await deleteItem(db, table, key, mine);
  }
};

/** Names under which other callers are creating an entity at this moment. */
const findNamesInCreation = async (
  db: Database,
  namePartition: NamePartition,
  { name, now }: { name: string; now: number },
): Promise<Set<string>> => {
  const found = new Set<string>();
  for await (const item of readItems(db, namePartition)) {
    const isHeld = item.is_new === true && Number(item.held_until) >= now;
    if (isHeld && item._id !== nameKey(name)) found.add(String(item._id));
  }
  return found;
};

const limitContention = () =>
  conflict('Others are adding entries right now, and the limit may be reached. Try again.');

const nameIn = (one: Partial<Named>): string | undefined => one.name;

/** The operations that stores of entities share, for one organisation, by `_id`. */
export const entityStore = <T extends Entity>(
  db: Database,
  { table, tenantId, parse, nameOf = nameIn, descending = false, owned }: Entities<T>,
) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question: Question = { table, partition: tenantId, descending };
  const names: NamePartition = { table, partition: reservedNamesPartition(tenantId, owned?.by) };

  const all = async function* (): AsyncGenerator<T> {
    for await (const item of readItems(db, question)) yield parse(item);
  };

  /** Whether the name is free; throws if there is no room. Called while the name is held. */
  const isFree = async ({ _id, name }: Named, { now, room }: NameReservation): Promise<boolean> => {
    // Read before counting: a writer that has released its name by then is among those counted.
    const pendingNames = room ? await findNamesInCreation(db, names, { name, now }) : undefined;
    let count = 0;
    for await (const one of all()) {
      if (owned && !owned.includes(one)) continue;
      count += 1;
      const otherName = nameOf(one);
      if (otherName === undefined) continue;
      if (one._id !== _id && nameKey(otherName) === nameKey(name)) return false;
      pendingNames?.delete(nameKey(otherName));
    }
    if (room && count >= room.max) throw room.full();
    if (room && pendingNames && count + pendingNames.size >= room.max) throw limitContention();
    return true;
  };

  const change = (id: string, fields: Partial<T>, condition: Condition): Promise<boolean> =>
    updateItem(db, table, keyOf(id), asSettings(fields), condition);

  return {
    async get(id: string): Promise<T | undefined> {
      const item = await getItem(db, table, keyOf(id));
      return item && parse(item);
    },

    /** `scope` must identify the filter `accept`: cursors are bound to it. */
    page: (request: PageRequest, scope: readonly unknown[], accept?: AcceptItem<T>) =>
      readPage(db, { question, request, scope, parse, ...(accept && { accept }) }),

    all,

    /**
     * Creates or renames an entity (`write`) under a name that is unique regardless of case. A
     * conditional write reserves the name from before the others are read until `write` is done, so
     * only one of several simultaneous calls succeeds; the others throw `taken`. With `room`,
     * reserved names count as well, so simultaneous calls never exceed the limit.
     */
    async underName<R>(entity: Named, reservation: NameReservation, write: () => Promise<R>) {
      const { now, room } = reservation;
      const reservedName = { name: entity.name, now, isNew: room !== undefined };
      const result = await withReservedName(db, names, reservedName, async () =>
        (await isFree(entity, reservation)) ? { written: await write() } : undefined,
      );
      if (!result) throw reservation.taken();
      return result.written;
    },

    /** False if the id is taken. */
    create: (one: Omit<T, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, table, { ...one, tenant_id: tenantId }),

    /** False if the condition did not hold. */
    change,

    /** False if it was changed or deleted since it was read. */
    revise: (
      { _id, revision }: T & { revision: number },
      fields: Partial<T>,
      condition: Condition = atRevision(revision),
    ): Promise<boolean> => change(_id, { ...fields, revision: revision + 1 }, condition),

    /** False if there was none. */
    delete: (id: string): Promise<boolean> => deleteItem(db, table, keyOf(id)),
  };
};
