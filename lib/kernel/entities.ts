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
import { type Accept, readPage } from './lists.ts';
import type { Page, PageRequest } from './page.ts';
import { conflict, type Refusal } from './refusal.ts';
import type { TableSpec } from './table.ts';

type Entity = { _id: string };
type Named = Entity & { name: string };

type Entities<T> = {
  table: TableSpec;
  tenantId: string;
  parse: (item: Item) => T;
  /** What `underName` compares; `name` unless told. */
  nameOf?: (one: T) => string | undefined;
  /** Newest first, where ids begin with a time (`timedId`). */
  descending?: boolean;
  /** Whose names differ, and whose room it is, where that is not the whole organisation. */
  owned?: { by: string; includes: (one: T) => boolean };
};

/** Holds while nobody deleted the entity. */
export const exists: Condition = { text: 'attribute_exists(#id)', names: { '#id': '_id' } };

/** Holds while nobody changed the entity since it was read, and nobody deleted it. */
export const atRevision = (revision: number): Condition => ({
  text: '#r = :r',
  names: { '#r': 'revision' },
  values: { ':r': revision },
});

/** The same, where there are entities of before they had a revision: such a one is at its first. */
export const atFirstOrRevision = (revision: number): Condition =>
  revision === 1
    ? {
        text: 'attribute_exists(#id) AND (attribute_not_exists(#r) OR #r = :r)',
        names: { '#id': '_id', '#r': 'revision' },
        values: { ':r': revision },
      }
    : atRevision(revision);

/** How many of them there may be, and what one more is told. */
type Room = { most: number; full: () => Refusal };

type Holding = { now: number; taken: () => Refusal; room?: Room };

/** A name is let go after its write; this long where the process died in between, in ms. */
const longestHold = 60_000;

/** Names are compared in whatever case. */
const nameKey = (name: string): string => name.toLowerCase();

/** Where names are held: a partition of the table beside its entities. */
type Place = { table: TableSpec; partition: string };

const heldNames = (tenantId: string, owner?: string): string =>
  [tenantId, ...(owner === undefined ? [] : [owner]), 'names'].join('#');

/** Keeps a name from other writers until the write is done; false where one of them has it. */
const whileHeld = async <R>(
  db: Database,
  { table, partition }: Place,
  { name, now, isNew }: { name: string; now: number; isNew: boolean },
  write: () => Promise<R>,
): Promise<R | false> => {
  const key = { tenant_id: partition, _id: nameKey(name) };
  const names = { '#until': 'held_until' };
  const held_until = now + longestHold;
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

/** The names under which others make one at this moment. */
const othersMaking = async (
  db: Database,
  place: Place,
  { name, now }: { name: string; now: number },
): Promise<Set<string>> => {
  const found = new Set<string>();
  for await (const item of readItems(db, place)) {
    const isHeld = item.is_new === true && Number(item.held_until) >= now;
    if (isHeld && item._id !== nameKey(name)) found.add(String(item._id));
  }
  return found;
};

const fullAtOnce = () =>
  conflict('Others are adding some at this moment, and there may not be room. Try again.');

const nameIn = (one: Partial<Named>): string | undefined => one.name;

/** What the stores of entities have in common: those of one organisation, by their `_id`. */
export const entities = <T extends Entity>(
  db: Database,
  { table, tenantId, parse, nameOf = nameIn, descending = false, owned }: Entities<T>,
) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question: Question = { table, partition: tenantId, descending };
  const names: Place = { table, partition: heldNames(tenantId, owned?.by) };

  const all = async function* (): AsyncGenerator<T> {
    for await (const item of readItems(db, question)) yield parse(item);
  };

  /** Whether the name is free; throws where there is no room. Called while the name is held. */
  const isFree = async ({ _id, name }: Named, { now, room }: Holding): Promise<boolean> => {
    // Before the others are counted: whoever has let go by then has written, and is among them.
    const making = room ? await othersMaking(db, names, { name, now }) : undefined;
    let count = 0;
    for await (const one of all()) {
      if (owned && !owned.includes(one)) continue;
      count += 1;
      const other = nameOf(one);
      if (other === undefined) continue;
      if (one._id !== _id && nameKey(other) === nameKey(name)) return false;
      making?.delete(nameKey(other));
    }
    if (room && count >= room.most) throw room.full();
    if (room && making && count + making.size >= room.most) throw fullAtOnce();
    return true;
  };

  const change = (id: string, fields: Partial<T>, condition: Condition): Promise<boolean> =>
    updateItem(db, table, keyOf(id), asSettings(fields), condition);

  return {
    async get(id: string): Promise<T | undefined> {
      const item = await getItem(db, table, keyOf(id));
      return item && parse(item);
    },

    /** `scope` is what `accept` stands for. */
    page: (request: PageRequest, scope: readonly unknown[], accept?: Accept<T>): Promise<Page<T>> =>
      readPage(db, { question, request, scope, parse, ...(accept && { accept }) }),

    all,

    /**
     * Writes one of them under a name that no other has, in whatever case: `write` creates or
     * renames it. One conditional write holds the name from before the others are looked at until
     * the write is done, so of several at the same moment one succeeds. Throws `taken` otherwise.
     * With `room`, names that others hold count as well: however many are made at the same moment,
     * there are never more than that.
     */
    async underName<R>(named: Named, holding: Holding, write: () => Promise<R>): Promise<R> {
      const held = { name: named.name, now: holding.now, isNew: holding.room !== undefined };
      const done = await whileHeld(db, names, held, async () =>
        (await isFree(named, holding)) ? { written: await write() } : undefined,
      );
      if (!done) throw holding.taken();
      return done.written;
    },

    /** False where the id is taken. */
    create: (one: Omit<T, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, table, { ...one, tenant_id: tenantId }),

    /** False where the condition did not hold. */
    change,

    /** False where it was changed or deleted since it was read. */
    revise: (
      { _id, revision }: T & { revision: number },
      fields: Partial<T>,
      condition: Condition = atRevision(revision),
    ): Promise<boolean> => change(_id, { ...fields, revision: revision + 1 }, condition),

    /** False where there was none. */
    delete: (id: string): Promise<boolean> => deleteItem(db, table, keyOf(id)),
  };
};
