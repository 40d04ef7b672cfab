import * as z from 'zod';
import { isoTime } from '#lib/kernel/clock.ts';
import { countedOnce, type Counting } from '#lib/kernel/counted-once.ts';
import { type Database, type Item, readEntries, readItems } from '#lib/kernel/database.ts';
import { forget, untilForgotten } from '#lib/kernel/remembered.ts';
import type { ExecutionState } from '../execution.schema.ts';
import { executionTable, runStatisticsTable } from '../execution.table.ts';
import { type HourCount, mostOpen } from './statistics.rules.ts';
import { type RunKind, runKind } from './statistics.schema.ts';

/**
 * One item counts one kind of run over one day, in attributes an hour: `h00` to `h23` runs, `c00`
 * their cost, `m00` the minutes that they saved; `b_<bot>` the failed ones of a bot.
 */
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const botPrefix = 'b_';
const noValue = '-';

/** Costs are added up as whole billionths of a dollar. */
const parts = 1_000_000_000;

/** Under what a day's runs of a kind are counted. */
export const kindKey = (day: string, kind: RunKind): string => {
  const { state, bot_type, category, importance, outcome } = kind;
  const words = [day, state, bot_type, category ?? noValue, importance ?? noValue];
  return [...words, ...(outcome ? [outcome] : [])].join('#');
};

const optional = (value: string | undefined) => (value === noValue ? undefined : value);

/** Made once: making a schema takes longer than what it reads. */
const text = z.string();

const readKind = (item: Item) => {
  const [day = '', state, bot_type, category, importance, outcome] = text
    .parse(item.kind)
    .split('#');
  const kind = runKind.parse({
    state,
    bot_type,
    category: optional(category),
    importance: optional(importance),
    outcome,
  });
  return { day, kind };
};

/** Not parsed by a schema: a month of a large organisation has a million of them. */
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

const startIn = (day: string, hour: string): string => `${day}T${hour}:00:00.000Z`;

/** What an item counts, hour by hour. */
const readHours = (item: Item): HourCount[] => {
  const { day, kind } = readKind(item);
  return hoursOfDay.flatMap((hour) => {
    const count = numberIn(item[`h${hour}`]);
    if (count === 0) return [];
    const cost = numberIn(item[`c${hour}`]) / parts;
    const minutes_saved = numberIn(item[`m${hour}`]);
    return [{ ...kind, hour: startIn(day, hour), count, cost, minutes_saved }];
  });
};

/** The same as one sum, in the first hour of the day. */
const readDay = (item: Item): HourCount[] => {
  const { day, kind } = readKind(item);
  let [count, cost, minutes_saved] = [0, 0, 0];
  for (const hour of hoursOfDay) {
    count += numberIn(item[`h${hour}`]);
    cost += numberIn(item[`c${hour}`]);
    minutes_saved += numberIn(item[`m${hour}`]);
  }
  return [{ ...kind, hour: startIn(day, '00'), count, cost: cost / parts, minutes_saved }];
};

const readers = { hour: readHours, day: readDay } as const;
type ReadAs = keyof typeof readers;

/** What the runs of some days came to, and how many of each bot failed. */
type Sums = { hours: HourCount[]; failed: Map<string, number> };

const addFailed = (failed: Map<string, number>, counts: Iterable<[string, unknown]>): void => {
  for (const [bot_id, count] of counts) {
    failed.set(bot_id, (failed.get(bot_id) ?? 0) + numberIn(count));
  }
};

const failedIn = (item: Item): [bot_id: string, count: unknown][] =>
  Object.keys(item).flatMap((name): [string, unknown][] =>
    name.startsWith(botPrefix) ? [[name.slice(botPrefix.length), item[name]]] : [],
  );

const sumsOf = async (items: AsyncIterable<Item>, readAs: ReadAs): Promise<Sums> => {
  const hours: HourCount[] = [];
  const failed = new Map<string, number>();
  for await (const item of items) {
    for (const one of readers[readAs](item)) hours.push(one);
    addFailed(failed, failedIn(item));
  }
  return { hours, failed };
};

const dayMs = 24 * 3600_000;

/** Each day between two dates, both included. */
const daysBetween = (from: string, to: string): string[] => {
  const first = Date.parse(from);
  const count = Math.floor((Date.parse(to) - first) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => isoTime(first + at * dayMs).slice(0, 10));
};

/** A run to be counted. */
export type Counted = {
  _id: string;
  bot_id: string;
  kind: RunKind;
  /** ISO time. */
  ended_at: string;
  /** US dollars. */
  cost: number;
  minutes_saved: number;
};

/** The days of one organisation; where no other process counts, they are kept until they change. */
const daysOf = (db: Database, tenantId: string) => {
  const nameOf = (day: string, readAs: ReadAs) => `runs of ${tenantId} on ${day} by ${readAs}`;

  /** Writes numbers of a day, of which nothing that was read before is kept. */
  const writing = async <T>(day: string, write: () => Promise<T>): Promise<T> => {
    const forgetDay = () => {
      for (const readAs of ['hour', 'day'] as const) forget(db, nameOf(day, readAs));
    };
    forgetDay();
    try {
      return await write();
    } finally {
      forgetDay();
    }
  };

  const days = (from: string, to: string) =>
    readItems(db, {
      table: runStatisticsTable,
      partition: tenantId,
      between: [from, `${to}~`] as const,
    });

  return {
    days,
    writing,

    async sums(from: string, to: string, readAs: ReadAs): Promise<Sums> {
      if (!db.writesOf) return sumsOf(days(from, to), readAs);
      const each = daysBetween(from, to).map((day) =>
        untilForgotten(db, nameOf(day, readAs), () => sumsOf(days(day, day), readAs)),
      );
      const all = await Promise.all(each);
      const failed = new Map<string, number>();
      for (const one of all) addFailed(failed, one.failed);
      return { hours: all.flatMap((one) => one.hours), failed };
    },
  };
};

/** What the runs of an organisation that ended came to, by hour and kind. */
export const statisticsStore = (db: Database, tenantId: string) => {
  const counting = (one: Counted): Counting => {
    const { _id: id, bot_id, kind, ended_at, cost, minutes_saved } = one;
    const hour = ended_at.slice(11, 13);
    return {
      id,
      key: { tenant_id: tenantId, kind: kindKey(ended_at.slice(0, 10), kind) },
      amounts: {
        [`h${hour}`]: 1,
        ...(cost > 0 && { [`c${hour}`]: Math.round(cost * parts) }),
        ...(minutes_saved > 0 && { [`m${hour}`]: minutes_saved }),
        ...(kind.state === 'FAILED' && { [botPrefix + bot_id]: 1 }),
      },
    };
  };
  const counters = countedOnce(db, runStatisticsTable);
  const { days, writing, sums } = daysOf(db, tenantId);

  return {
    /** Counts a run; for whoever alone can tell of its end. */
    add: (one: Counted): Promise<boolean> =>
      writing(one.ended_at.slice(0, 10), () => counters.add(counting(one))),

    /** Counts one of which others tell, too; `isTold` says whether it was settled by now. */
    addAgain: (one: Counted, isTold: () => Promise<boolean>): Promise<boolean> =>
      writing(one.ended_at.slice(0, 10), () => counters.addAgain(counting(one), isTold)),

    /** Nobody tells of this run any more. */
    isSettled: (one: Counted): void => counters.isSettled(counting(one)),

    /** The counts of the days between two dates (`2026-09-01`), both included, hour by hour. */
    async between(from: string, to: string) {
      const hours: HourCount[] = [];
      for await (const item of days(from, to)) hours.push(...readHours(item));
      return hours;
    },

    /**
     * The same with the failed runs by bot; or with one sum a day, told as its first hour. Days
     * that have passed hardly change: they are read once.
     */
    withFailed: (from: string, to: string, readAs: ReadAs = 'hour'): Promise<Sums> =>
      sums(from, to, readAs),

    /** How many runs are in this state now; 1,000 means that many or more. */
    async countOpen(state: ExecutionState): Promise<number> {
      let count = 0;
      const question = { table: executionTable, index: 'by_state', partition: tenantId };
      const start = { limit: mostOpen };
      for await (const _ of readEntries(db, { ...question, prefix: `${state}#` }, start)) {
        count += 1;
        if (count === mostOpen) break;
      }
      return count;
    },
  };
};
