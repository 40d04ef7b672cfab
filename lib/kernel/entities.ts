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
import type { Refusal } from './refusal.ts';
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
};

/** Holds while nobody changed the entity since it was read, and nobody deleted it. */
export const atRevision = (revision: number): Condition => ({
  text: '#r = :r',
  names: { '#r': 'revision' },
  values: { ':r': revision },
});

/** A name is let go after its write; this long where the process died in between, in ms. */
const longestHold = 60_000;

/** Names are compared in whatever case. */
const nameKey = (name: string): string => name.toLowerCase();

/** Keeps a name from other writers until the write is done; false where one of them has it. */
const whileHeld = async <R>(
  db: Database,
  { table, tenantId }: Pick<Entities<Entity>, 'table' | 'tenantId'>,
  { name, now }: { name: string; now: number },
  write: () => Promise<R>,
): Promise<R | false> => {
  const key = { tenant_id: `${tenantId}#names`, _id: nameKey(name) };
  const names = { '#until': 'held_until' };
  const held_until = now + longestHold;
  const isMine = await putItem(
    db,
    table,
    { ...key, held_until },
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

const nameIn = (one: Partial<Named>): string | undefined => one.name;

/** What the stores of entities have in common: those of one organisation, by their `_id`. */
export const entities = <T extends Entity>(
  db: Database,
  { table, tenantId, parse, nameOf = nameIn, descending = false }: Entities<T>,
) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question: Question = { table, partition: tenantId, descending };

  const all = async function* (): AsyncGenerator<T> {
    for await (const item of readItems(db, question)) yield parse(item);
  };

  const hasName = async ({ _id, name }: Named): Promise<boolean> => {
    for await (const one of all()) {
      const other = nameOf(one);
      if (one._id !== _id && other !== undefined && nameKey(other) === nameKey(name)) return true;
    }
    return false;
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
     */
    async underName<R>(
      named: Named,
      { now, taken }: { now: number; taken: () => Refusal },
      write: () => Promise<R>,
    ): Promise<R> {
      const held = { name: named.name, now };
      const done = await whileHeld(db, { table, tenantId }, held, async () =>
        (await hasName(named)) ? undefined : { written: await write() },
      );
      if (!done) throw taken();
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
