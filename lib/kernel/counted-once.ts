import * as z from 'zod';
import {
  addTo,
  asSettings,
  type Condition,
  type Database,
  getItem,
  type Item,
} from './database.ts';
import { sha256 } from './ids.ts';
import type { TableSpec } from './table.ts';
import type { Amounts } from './update.ts';

/** What is counted where: the item that holds the numbers, and what is added to them. */
export type Counting = { key: Record<string, string>; id: string; amounts: Amounts };

/** A number of the item that nothing is added to once it has reached `most`. */
export type Limit = { name: string; most: number };

const seenPrefix = 's_';
const seenOf = (id: string): string => seenPrefix + sha256(id).slice(0, 16);

/** Grows when settled ones leave an item. */
const generation = 'gen';

/** Settled ones that an item may hold before they leave it, with a write that counts another. */
const mostSettled = 4;

const numberIn = (item: Item, name: string): number => z.number().default(0).parse(item[name]);

/** Items of which a process remembers what it has settled. */
const mostItems = 1_000;

/** Holds where it is not counted, no marks have left since, and the limit is not reached. */
const firstOnly = (id: string, seen?: number, limit?: Limit): Condition => {
  const since = seen === 0 ? 'attribute_not_exists(#gen)' : '#gen = :gen';
  const values = {
    ...(seen !== undefined && seen > 0 && { ':gen': seen }),
    ...(limit && { ':most': limit.most }),
  };
  return {
    text: [
      'attribute_not_exists(#seen)',
      ...(seen === undefined ? [] : [since]),
      ...(limit ? ['(attribute_not_exists(#n) OR #n < :most)'] : []),
    ].join(' AND '),
    names: {
      '#seen': seenOf(id),
      ...(seen !== undefined && { '#gen': generation }),
      ...(limit && { '#n': limit.name }),
    },
    ...(Object.keys(values).length > 0 && { values }),
  };
};

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
   * left the item since it was `seen`, where that is told, or the limit is reached.
   */
  const add = async (
    { key, id, amounts }: Counting,
    seen?: number,
    limit?: Limit,
  ): Promise<boolean> => {
    const known = settled(key);
    const leaving = known.length >= mostSettled ? known.splice(0) : [];
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
        condition: firstOnly(id, seen, limit),
      },
    );
    if (!isAdded) known.push(...leaving);
    return isAdded;
  };

  return {
    add,
    isSettled,

    /**
     * For whoever tells again: `isTold` says whether it was settled by now. False where a limit is
     * reached and it was counted neither now nor before.
     */
    async addAgain(
      counting: Counting,
      isTold: () => Promise<boolean>,
      limit?: Limit,
    ): Promise<boolean> {
      for (;;) {
        const item: Item = (await getItem(db, table, counting.key)) ?? {};
        if (Object.hasOwn(item, seenOf(counting.id)) || (await isTold())) return true;
        if (limit && numberIn(item, limit.name) >= limit.most) return false;
        if (await add(counting, numberIn(item, generation), limit)) return true;
      }
    },

    /** Takes back what came to nothing; false where it is not counted, or was settled. */
    takeBack: ({ key, id, amounts }: Counting): Promise<boolean> => {
      const less = Object.entries(amounts).map(([name, amount]) => [name, -amount]);
      return addTo(db, table, key, Object.fromEntries(less), {
        settings: asSettings({ [seenOf(id)]: undefined }),
        condition: { text: 'attribute_exists(#seen)', names: { '#seen': seenOf(id) } },
      });
    },
  };
};
