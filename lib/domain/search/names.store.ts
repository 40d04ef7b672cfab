import { type Database, fetchItems, type Item, readEntries } from '#lib/kernel/database.ts';
import { untilWritten } from '#lib/kernel/remembered.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { actionTable } from '../actions/own-action.table.ts';
import { botTable } from '../bots/bot.table.ts';
import { ownRuleTable } from '../compliance/own/own-rule.table.ts';
import { integrationTable } from '../integrations/integration.table.ts';
import { listenerTable } from '../listeners/listener.table.ts';
import { userTable } from '../users/user.table.ts';
import { folded, type Sought } from './match.rules.ts';

/** The tables of things that organisations give names to. */
const named = {
  bots: botTable,
  listeners: listenerTable,
  integrations: integrationTable,
  actions: actionTable,
  rules: ownRuleTable,
  users: userTable,
} satisfies Record<string, TableSpec>;
export type NamedThings = keyof typeof named;

/** An entry of the index of names, with the name as it is compared. */
export type NameEntry = Sought & { id: string; entry: Item };

/** `isWhole`: whether these are all names that there are. */
export type Names = { entries: readonly NameEntry[]; isWhole: boolean };

/** How many names of one kind a search reads. */
export const mostNames = 20_000;

const index = 'names';

const nameEntry = (table: TableSpec, entry: Item): NameEntry => {
  const id = String(entry[table.sort]);
  const name = folded(String(entry[table.indexes?.[index]?.sort ?? '']));
  // The id of a user is their e-mail address.
  return table === userTable ? { id, name, also: folded(id), entry } : { id, name, entry };
};

/**
 * The names of one organisation's things, read from indexes that hold keys only. The database
 * maintains these indexes, so that no name can be missed; they may lag slightly behind the table.
 */
export const nameStore = (db: Database, tenantId: string) => {
  const read = async (table: TableSpec): Promise<Names> => {
    const entries: NameEntry[] = [];
    for await (const entry of readEntries(db, { table, index, partition: tenantId }, {})) {
      if (entries.length === mostNames) return { entries, isWhole: false };
      entries.push(nameEntry(table, entry));
    }
    return { entries, isWhole: true };
  };

  const asked = new Map<NamedThings, Promise<Names>>();

  return {
    /** Each list is read once for each opened store; every search opens a new one. */
    all(things: NamedThings): Promise<Names> {
      const table = named[things];
      const names =
        asked.get(things) ??
        untilWritten(db, [table], `names ${table.name} ${tenantId}`, () => read(table));
      asked.set(things, names);
      return names;
    },

    /** The items with these names, in their order; renamed and deleted ones are left out. */
    items(
      things: NamedThings,
      entries: readonly NameEntry[],
      attributes: readonly string[],
    ): Promise<Item[]> {
      const question = { table: named[things], index, partition: tenantId, attributes };
      return fetchItems(db, question, entries.map(({ entry }) => entry));
    },
  };
};

export type NameStore = ReturnType<typeof nameStore>;
