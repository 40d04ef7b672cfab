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

/** What organisations give names to. */
const named = {
  bots: botTable,
  listeners: listenerTable,
  integrations: integrationTable,
  actions: actionTable,
  rules: ownRuleTable,
  users: userTable,
} satisfies Record<string, TableSpec>;
export type NamedThings = keyof typeof named;

/** A name in the index of names, as it is compared and as it stands there. */
export type NameEntry = Sought & { id: string; entry: Item };

/** `isWhole`: there are no more than these. */
export type Names = { entries: readonly NameEntry[]; isWhole: boolean };

/** So many names of one kind are read for a search. */
export const mostNames = 20_000;

const index = 'names';

const nameEntry = (table: TableSpec, entry: Item): NameEntry => {
  const id = String(entry[table.sort]);
  const name = folded(String(entry[table.indexes?.[index]?.sort ?? '']));
  // Of people the id is their address.
  return table === userTable ? { id, name, also: folded(id), entry } : { id, name, entry };
};

/**
 * The names of one organisation's things, from indexes that hold keys only: an index follows its
 * table by itself, so that no name can be forgotten, and may be a moment behind it.
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
    /** Each is read once, whoever asks; a search opens the store anew. */
    all(things: NamedThings): Promise<Names> {
      const table = named[things];
      const names =
        asked.get(things) ??
        untilWritten(db, [table], `names ${table.name} ${tenantId}`, () => read(table));
      asked.set(things, names);
      return names;
    },

    /** What bears the names now, in their order; without what was renamed or deleted meanwhile. */
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
