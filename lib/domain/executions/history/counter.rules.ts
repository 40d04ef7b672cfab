import * as z from 'zod';
import type { Item } from '#lib/kernel/documents.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { HourCount } from './statistics.rules.ts';
import { type RunKind, runKind } from './statistics.schema.ts';

/**
 * Each item counts the runs of a kind on one day, in attributes per hour: `h00` to `h23` the runs,
 * `c00` their cost, `m00` the minutes that they saved; `b_<bot>` counts a bot's failed runs.
 */
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const botPrefix = 'b_';
const noValue = '-';

/** Costs are stored as integers, in billionths of a dollar. */
const unitsPerDollar = 1_000_000_000;

/**
 * Failed runs of a kind and day are spread over sixteen items by their bot: one item has room for
 * about 8,000 bots, and the cost of a write grows with the size of its item.
 */
const shardOfBot = (bot_id: string): string => sha256(bot_id).slice(0, 1);

/** A run to be counted. */
export type CountedRun = {
  _id: string;
  bot_id: string;
  kind: RunKind;
  /** ISO time. */
  ended_at: string;
  /** US dollars. */
  cost: number;
  minutes_saved: number;
};

const wordsOf = ({ state, bot_type, category, importance, outcome }: RunKind): string[] => [
  state,
  bot_type,
  category ?? noValue,
  importance ?? noValue,
  ...(outcome ? [outcome] : []),
];

/** Sort key of the item that counts a day's runs of a kind; failed runs are spread by bot. */
export const kindKey = (day: string, kind: RunKind, bot_id: string): string => {
  const key = [day, ...wordsOf(kind)];
  if (kind.state !== 'FAILED') return key.join('#');
  return [...key, ...(kind.outcome ? [] : [noValue]), shardOfBot(bot_id)].join('#');
};

/** The amounts that a run adds to its item. */
export const amountsOf = ({ bot_id, kind, ended_at, cost, minutes_saved }: CountedRun) => {
  const hour = ended_at.slice(11, 13);
  return {
    [`h${hour}`]: 1,
    ...(cost > 0 && { [`c${hour}`]: Math.round(cost * unitsPerDollar) }),
    ...(minutes_saved > 0 && { [`m${hour}`]: minutes_saved }),
    ...(kind.state === 'FAILED' && { [botPrefix + bot_id]: 1 }),
  };
};

const parseOptional = (value: string | undefined) => (value === noValue ? undefined : value);

const kinds = new Map<string, RunKind>();

/** Cached: there are few kinds, and parsing one takes longer than reading its numbers. */
const kindOf = (fields: readonly string[]): RunKind => {
  const name = fields.join('#');
  const cached = kinds.get(name);
  if (cached) return cached;
  const [state, bot_type, category, importance, outcome] = fields;
  const kind = runKind.parse({
    state,
    bot_type,
    category: parseOptional(category),
    importance: parseOptional(importance),
    outcome: parseOptional(outcome),
  });
  kinds.set(name, kind);
  return kind;
};

/** Created once: creating a schema takes longer than parsing with it. */
const text = z.string();

const parseKind = (item: Item) => {
  const [day = '', ...fields] = text.parse(item.kind).split('#');
  return { day, kind: kindOf(fields.slice(0, 5)) };
};

/** The day that an item counts (`2026-09-01`). */
export const dayOf = (item: Item): string => text.parse(item.kind).slice(0, 10);

/** Not parsed with a schema: a day of a large organisation has thousands of these values. */
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

const hourStartOf = (day: string, hour: string): string => `${day}T${hour}:00:00.000Z`;

/** The counts of an item, one entry per hour that has runs. */
export const hourCountsIn = (item: Item): HourCount[] => {
  const { day, kind } = parseKind(item);
  return hoursOfDay.flatMap((hour) => {
    const count = numberIn(item[`h${hour}`]);
    if (count === 0) return [];
    const cost = numberIn(item[`c${hour}`]) / unitsPerDollar;
    const minutes_saved = numberIn(item[`m${hour}`]);
    return [{ ...kind, hour: hourStartOf(day, hour), count, cost, minutes_saved }];
  });
};

/** Number of failed runs by bot id. */
export type FailedByBot = Map<string, number>;

export const addFailed = (failed: FailedByBot, counts: Iterable<[string, number]>): void => {
  for (const [bot_id, count] of counts) failed.set(bot_id, (failed.get(bot_id) ?? 0) + count);
};

export const failedByBotIn = (item: Item): [bot_id: string, count: number][] =>
  Object.keys(item).flatMap((name): [string, number][] =>
    name.startsWith(botPrefix) ? [[name.slice(botPrefix.length), numberIn(item[name])]] : [],
  );

/** The sums of one day: numbers by kind (its words joined by `#`), and failed runs by bot id. */
export type DaySum = {
  /** Number of runs, cost in billionths of a dollar, minutes saved. */
  kinds: Record<string, [count: number, cost: number, minutes_saved: number]>;
  failed: Record<string, number>;
};

export const emptySum = (): DaySum => ({ kinds: {}, failed: {} });

/** Adds the numbers of an item to the sum of its day. */
export const addToSum = (sum: DaySum, item: Item): void => {
  const { kind } = parseKind(item);
  const total = (sum.kinds[wordsOf(kind).join('#')] ??= [0, 0, 0]);
  for (const hour of hoursOfDay) {
    total[0] += numberIn(item[`h${hour}`]);
    total[1] += numberIn(item[`c${hour}`]);
    total[2] += numberIn(item[`m${hour}`]);
  }
  for (const [bot_id, count] of failedByBotIn(item)) {
    sum.failed[bot_id] = (sum.failed[bot_id] ?? 0) + count;
  }
};

/** Returns the sum of a day as counts that all lie in its first hour. */
export const countsOf = (day: string, { kinds: all }: DaySum): HourCount[] =>
  Object.entries(all).map(([name, [count, cost, minutes_saved]]) => ({
    ...kindOf(name.split('#')),
    hour: hourStartOf(day, '00'),
    count,
    cost: cost / unitsPerDollar,
    minutes_saved,
  }));
