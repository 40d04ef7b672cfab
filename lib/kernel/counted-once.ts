import * as z from 'zod';
import { addTo, asSettings, type Database, getItem, type Item } from './database.ts';
import { sha256 } from './ids.ts';
import type { TableSpec } from './table.ts';
import type { Amounts } from './update.ts';

/** What is counted where: the item that holds the numbers, and what is added to them. */
export type Counting = { key: Record<string, string>; id: string; amounts: Amounts };

const seenPrefix = 's_';
const seenOf = (id: string): string => seenPrefix + sha256(id).slice(0, 16);

/** Grows when settled ones leave an item. */
const generation = 'gen';

/** Settled ones that an item may hold before they leave it, with a write that counts another. */
const mostSettled = 4;

/** Items of which a process remembers what it has settled. */
const mostItems = 1_000;

const settledIn = new WeakMap<object, Map<string, string[]>>();

/**
 * Numbers to which each thing is added once, whoever tells of it and however often. The write that
 * counts a thing leaves its mark in the item, and nobody counts what is marked. Whoever has settled
 * a thing, so that it is told no more, says so; then its mark leaves with a later write. Whoever
 * saw the thing unsettled before that write notices it by the item's generation.
 */
export const countedOnce = (db: Database, table: TableSpec) => {
  const settled = (key: Counting['key']): string[] => {
    const all = settledIn.get(db.documents) ?? new Map<string, string[]>();
    settledIn.set(db.documents, all);
    const name = [table.name, ...Object.values(key)].join('\n');
    const known = all.get(name) ?? [];
    // Marks that nobody remembers stay: they cost some bytes.
    if (all.size >= mostItems && !all.has(name)) all.clear();
    all.set(name, known);
    return known;
  };

  /** What was counted is told no more. */
  const isSettled = ({ key, id }: Pick<Counting, 'key' | 'id'>): void => {
    settled(key).push(seenOf(id));
  };

  /**
   * For whoever alone can tell of it at this time. False where it was counted before, or marks have
   * left the item since it was `seen`, where that is told.
   */
  const add = async ({ key, id, amounts }: Counting, seen?: number): Promise<boolean> => {
    const known = settled(key);
    const leaving = known.length >= mostSettled ? known.splice(0) : [];
    const isFirst = 'attribute_not_exists(#seen)';
    const since = seen === 0 ? 'attribute_not_exists(#gen)' : '#gen = :gen';
    const isAdded = await addTo(
      db,
      table,
      key,
      { ...amounts, ...(leaving.length > 0 && { [generation]: 1 }) },
      {
        settings: asSettings({
          [seenOf(id)]: 1,
          ...Object.fromEntries(leaving.map((name) => [name, undefined])),
        }),
        condition: {
          text: seen === undefined ? isFirst : `${isFirst} AND ${since}`,
          names: { '#seen': seenOf(id), ...(seen !== undefined && { '#gen': generation }) },
          ...(seen !== undefined && seen > 0 && { values: { ':gen': seen } }),
        },
      },
    );
    if (!isAdded) known.push(...leaving);
    return isAdded;
  };

  return {
    add,
    isSettled,

    /** For whoever tells again: `isTold` says whether it was settled by now. */
    async addAgain(counting: Counting, isTold: () => Promise<boolean>): Promise<void> {
      for (;;) {
        const item: Item = (await getItem(db, table, counting.key)) ?? {};
        if (Object.hasOwn(item, seenOf(counting.id))) return;
        const seen = z.number().default(0).parse(item[generation]);
        if ((await isTold()) || (await add(counting, seen))) return;
      }
    },
  };
};
