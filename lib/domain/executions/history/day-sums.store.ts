import * as z from 'zod';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { addAmounts, type Database, putItem, readItems } from '#lib/kernel/database.ts';
import { packIfSmallEnough, unpack } from '#lib/kernel/packed.ts';
import { runStatisticsTable } from '../execution.table.ts';
import { addToSum, dayOf, type DaySum, emptySum } from './counter.rules.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

/** The days from one date to another, both included. */
const daysBetween = (from: string, to: string): string[] => {
  const first = Date.parse(from);
  const count = Math.floor((Date.parse(to) - first) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => isoTime(first + at * dayMs).slice(0, 10));
};

const endOf = (day: string): number => Date.parse(day) + dayMs;

/** Sorts after the keys of all counting items. */
const prefix = 'sum#';

const storedSum = z.object({
  gen: z.number().default(0),
  sum: z.instanceof(Uint8Array).optional(),
});

/** Ranges of consecutive days that have no stored sum. */
const missingRanges = (
  days: readonly string[],
  storedSums: ReadonlyMap<string, DaySum>,
): string[][] => {
  const gaps: string[][] = [];
  let isOpen = false;
  for (const day of days) {
    if (storedSums.has(day)) {
      isOpen = false;
    } else if (isOpen) {
      gaps.at(-1)?.push(day);
    } else {
      gaps.push([day]);
      isOpen = true;
    }
  }
  return gaps;
};

export type CounterDeps = { db: Database; clock: Clock };

/**
 * Sums of runs by day. Past days hardly change, so the first reader of one stores its sum, one item
 * a day. A process that later counts a run of such a day removes the stored sum before the run is
 * settled, and increments the item's generation, so that no reader stores a sum begun before that.
 */
export const daySumStore = ({ db, clock }: CounterDeps, tenantId: string) => {
  const keyOf = (day: string) => ({ tenant_id: tenantId, kind: prefix + day });

  const between = (from: string, to: string) =>
    readItems(db, { table: runStatisticsTable, partition: tenantId, between: [from, to] as const });

  /** The items that count the runs of the days between two dates, both included. */
  const items = (from: string, to: string) => between(from, `${to}~`);

  const keep = async (day: string, sum: DaySum, gen: number): Promise<void> => {
    // One hour for clocks that differ: a writer that skipped `changed` has written by then.
    if (clock() < endOf(day) + hourMs) return;
    const packed = packIfSmallEnough(sum);
    if (!packed) return;
    const condition =
      gen === 0
        ? { text: 'attribute_not_exists(#gen)', names: { '#gen': 'gen' } }
        : { text: '#gen = :gen', names: { '#gen': 'gen' }, values: { ':gen': gen } };
    const item = { ...keyOf(day), sum: packed, ...(gen > 0 && { gen }) };
    // A sum that cannot be stored, for example on a full disk, is computed again next time.
    await putItem(db, runStatisticsTable, item, condition).catch(() => undefined);
  };

  const sumUp = async (days: readonly string[]): Promise<Map<string, DaySum>> => {
    const sums = new Map(days.map((day) => [day, emptySum()]));
    const [from = '', to = from] = [days[0], days.at(-1)];
    for await (const item of items(from, to)) {
      const sum = sums.get(dayOf(item));
      if (sum) addToSum(sum, item);
    }
    return sums;
  };

  return {
    items,

    /** Called after a run of this day was counted: removes the day's sum if the day is over. */
    async changed(day: string): Promise<void> {
      // The clock is read after the write: a run counted before the day's end is in every sum.
      if (clock() < endOf(day)) return;
      const settings = [[['sum'], undefined]] as const;
      await addAmounts(db, runStatisticsTable, keyOf(day), { gen: 1 }, { settings });
    },

    async read(from: string, to: string): Promise<Map<string, DaySum>> {
      const sumsByDay = new Map<string, DaySum>();
      const generations = new Map<string, number>();
      for await (const item of between(prefix + from, prefix + to)) {
        const day = String(item.kind).slice(prefix.length);
        const { gen, sum } = storedSum.parse(item);
        generations.set(day, gen);
        if (sum) sumsByDay.set(day, unpack(sum) as DaySum);
      }
      const gaps = missingRanges(daysBetween(from, to), sumsByDay);
      const newSums = (await Promise.all(gaps.map(sumUp))).flatMap((one) => [...one]);
      const keeping = newSums.map(([day, sum]) => keep(day, sum, generations.get(day) ?? 0));
      await Promise.all(keeping);
      for (const [day, sum] of newSums) sumsByDay.set(day, sum);
      return sumsByDay;
    },
  };
};
