import {
  asSettings,
  type Condition,
  type Database,
  deleteItem,
  getItem,
  type Item,
  putNewItem,
  type Question,
  readItems,
  updateItem,
} from './database.ts';
import { type Accept, readPage } from './lists.ts';
import type { Page, PageRequest } from './page.ts';
import type { TableSpec } from './table.ts';

type Entity = { _id: string };

type Entities<T> = {
  table: TableSpec;
  tenantId: string;
  parse: (item: Item) => T;
  /** Newest first. */
  descending?: boolean;
};

/** Holds while nobody changed the entity since it was read, and nobody deleted it. */
export const atRevision = (revision: number): Condition => ({
  text: '#r = :r',
  names: { '#r': 'revision' },
  values: { ':r': revision },
});

/** What the stores of entities have in common: those of one organisation, by their `_id`. */
export const entities = <T extends Entity>(
  db: Database,
  { table, tenantId, parse, descending = false }: Entities<T>,
) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question: Question = { table, partition: tenantId, descending };

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

    async *all(): AsyncGenerator<T> {
      for await (const item of readItems(db, question)) yield parse(item);
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

/** Whether one of them has the name, in whatever case. */
export const isNameTaken = async (
  all: AsyncIterable<Entity & { name: string }>,
  name: string,
  exceptId?: string,
): Promise<boolean> => {
  for await (const one of all) {
    if (one._id !== exceptId && one.name.toLowerCase() === name.toLowerCase()) return true;
  }
  return false;
};
