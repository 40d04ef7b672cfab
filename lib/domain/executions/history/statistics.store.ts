import * as z from 'zod';
import { countedOnce, type Counting } from '#lib/kernel/counted-once.ts';
import { type Database, type Item, readEntries, readItems } from '#lib/kernel/database.ts';
import type { ExecutionState } from '../execution.schema.ts';
import { executionTable, runStatisticsTable } from '../execution.table.ts';
import type { HourCount } from './statistics.rules.ts';
import { type RunKind, runKind } from './statistics.schema.ts';

/**
 * One item counts one kind of run over one day, in attributes an hour: `h00` to `h23` runs, `c00`
 * their cost, `m00` the minutes that they saved; `b_<bot>` the failed ones of a bot.
 */
const attributePattern = /^([hcm])(\d\d)$/;
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
  return Object.entries(item).flatMap(([name, count]) => {
    const [, what, hour] = attributePattern.exec(name) ?? [];
    return what !== 'h' || hour === undefined
      ? []
      : [
          {
            ...kind,
            hour: startIn(day, hour),
            count: numberIn(count),
            cost: numberIn(item[`c${hour}`]) / parts,
            minutes_saved: numberIn(item[`m${hour}`]),
          },
        ];
  });
};

/** The same as one sum, in the first hour of the day. */
const readDay = (item: Item): HourCount[] => {
  const { day, kind } = readKind(item);
  const sums: Record<string, number> = {};
  for (const [name, value] of Object.entries(item)) {
    const [, what] = attributePattern.exec(name) ?? [];
    if (what !== undefined) sums[what] = (sums[what] ?? 0) + numberIn(value);
  }
  const { h: count = 0, c: cost = 0, m: minutes_saved = 0 } = sums;
  return [{ ...kind, hour: startIn(day, '00'), count, cost: cost / parts, minutes_saved }];
};

const readers = { hour: readHours, day: readDay } as const;

const readFailed = (item: Item) =>
  Object.entries(item).flatMap(([name, count]) =>
    name.startsWith(botPrefix)
      ? [{ bot_id: name.slice(botPrefix.length), failed: numberIn(count) }]
      : [],
  );

/** Open runs of one state are counted up to here. */
const mostCounted = 1000;

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

  const days = (from: string, to: string) =>
    readItems(db, {
      table: runStatisticsTable,
      partition: tenantId,
      between: [from, `${to}~`] as const,
    });

  return {
    /** Counts a run; for whoever alone can tell of its end. */
    add: (one: Counted): Promise<boolean> => counters.add(counting(one)),

    /** Counts one of which others tell, too; `isTold` says whether it was settled by now. */
    addAgain: (one: Counted, isTold: () => Promise<boolean>): Promise<boolean> =>
      counters.addAgain(counting(one), isTold),

    /** Nobody tells of this run any more. */
    isSettled: (one: Counted): void => counters.isSettled(counting(one)),

    /** The counts of the days between two dates (`2026-09-01`), both included, hour by hour. */
    async between(from: string, to: string) {
      const hours: HourCount[] = [];
      for await (const item of days(from, to)) hours.push(...readHours(item));
      return hours;
    },

    /** The same with the failed runs by bot; or with one sum a day, told as its first hour. */
    async withFailed(from: string, to: string, interval: keyof typeof readers = 'hour') {
      const hours: HourCount[] = [];
      const failed = new Map<string, number>();
      for await (const item of days(from, to)) {
        hours.push(...readers[interval](item));
        for (const { bot_id, failed: count } of readFailed(item)) {
          failed.set(bot_id, (failed.get(bot_id) ?? 0) + count);
        }
      }
      return { hours, failed };
    },

    /** How many runs are in this state now; 1,000 means that many or more. */
    async countOpen(state: ExecutionState): Promise<number> {
      let count = 0;
      const question = { table: executionTable, index: 'by_state', partition: tenantId };
      const start = { limit: mostCounted };
      for await (const _ of readEntries(db, { ...question, prefix: `${state}#` }, start)) {
        count += 1;
        if (count === mostCounted) break;
      }
      return count;
    },
  };
};
