import { type Database, fetchItems, type Item, readEntries } from '#lib/kernel/database.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { actionTable } from '../actions/own-action.table.ts';
import { botTable } from '../bots/bot.table.ts';
import { ownRuleTable } from '../compliance/own/own-rule.table.ts';
import { integrationTable } from '../integrations/integration.table.ts';
import { listenerTable } from '../listeners/listener.table.ts';
import { userTable } from '../users/user.table.ts';
import { foldText, type SearchableText } from './match.rules.ts';

/** The tables of things that organisations give names to. */
const namedTables = {
  bots: botTable,
  listeners: listenerTable,
  integrations: integrationTable,
  actions: actionTable,
  rules: ownRuleTable,
  users: userTable,
} satisfies Record<string, TableSpec>;
export type NamedKind = keyof typeof namedTables;

/** An entry of the index of names, with the name as it is compared. */
export type NameEntry = SearchableText & { id: string; entry: Item };

/** `isComplete`: whether these are all names that there are. */
export type Names = { entries: readonly NameEntry[]; isComplete: boolean };

/** How many names of one kind a search reads. */
export const maxNames = 20_000;

const index = 'names';

const nameEntry = (table: TableSpec, entry: Item): NameEntry => {
  const id = String(entry[table.sort]);
  const name = foldText(String(entry[table.indexes?.[index]?.sort ?? '']));
  // The id of a user is their e-mail address.
  return table === userTable ? { id, name, also: foldText(id), entry } : { id, name, entry };
};

/**
 * The names of one organisation's things, read from indexes that hold keys only. The database
 * maintains these indexes, so that no name can be missed; they may lag slightly behind the table.
 */
export const nameStore = (db: Database, tenantId: string) => {
  const read = async (table: TableSpec): Promise<Names> => {
    const entries: NameEntry[] = [];
    for await (const entry of readEntries(db, { table, index, partition: tenantId }, {})) {
      if (entries.length === maxNames) return { entries, isComplete: false };
      entries.push(nameEntry(table, entry));
    }
    return { entries, isComplete: true };
  };

  const cached = new Map<NamedKind, Promise<Names>>();

  return {
    /** Each list is read once for each opened store; every search opens a new one. */
    all(namedKind: NamedKind): Promise<Names> {
      const table = namedTables[namedKind];
      const names =
        cached.get(namedKind) ??
        cacheUntilWritten(db, [table], `names ${table.name} ${tenantId}`, () => read(table));
      cached.set(namedKind, names);
      return names;
    },

    /** The items with these names, in their order; renamed and deleted ones are left out. */
    items(
      namedKind: NamedKind,
      entries: readonly NameEntry[],
      attributes: readonly string[],
    ): Promise<Item[]> {
      const question = { table: namedTables[namedKind], index, partition: tenantId, attributes };
      return fetchItems(
        db,
        question,
        entries.map(({ entry }) => entry),
      );
    },
  };
};

export type NameStore = ReturnType<typeof nameStore>;
