import * as z from 'zod';
import type { Item } from '#lib/kernel/documents.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { HourCount } from './statistics.rules.ts';
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

/**
 * Failed runs of a kind and day are counted in sixteen items, by their bot: one item holds about
 * 8,000 bots, and each write costs what its item is long.
 */
const partOf = (bot_id: string): string => sha256(bot_id).slice(0, 1);

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

const wordsOf = ({ state, bot_type, category, importance, outcome }: RunKind): string[] => [
  state,
  bot_type,
  category ?? noValue,
  importance ?? noValue,
  ...(outcome ? [outcome] : []),
];

/** Under what a day's runs of a kind are counted; failed ones by their bot. */
export const kindKey = (day: string, kind: RunKind, bot_id: string): string => {
  const key = [day, ...wordsOf(kind)];
  if (kind.state !== 'FAILED') return key.join('#');
  return [...key, ...(kind.outcome ? [] : [noValue]), partOf(bot_id)].join('#');
};

/** What is added to the item of a run. */
export const amountsOf = ({ bot_id, kind, ended_at, cost, minutes_saved }: Counted) => {
  const hour = ended_at.slice(11, 13);
  return {
    [`h${hour}`]: 1,
    ...(cost > 0 && { [`c${hour}`]: Math.round(cost * parts) }),
    ...(minutes_saved > 0 && { [`m${hour}`]: minutes_saved }),
    ...(kind.state === 'FAILED' && { [botPrefix + bot_id]: 1 }),
  };
};

const optional = (value: string | undefined) => (value === noValue ? undefined : value);

const kinds = new Map<string, RunKind>();

/** Kinds are few, and parsing one takes longer than reading its numbers: each is parsed once. */
const kindOf = (words: readonly string[]): RunKind => {
  const name = words.join('#');
  const known = kinds.get(name);
  if (known) return known;
  const [state, bot_type, category, importance, outcome] = words;
  const kind = runKind.parse({
    state,
    bot_type,
    category: optional(category),
    importance: optional(importance),
    outcome: optional(outcome),
  });
  kinds.set(name, kind);
  return kind;
};

/** Made once: making a schema takes longer than what it reads. */
const text = z.string();

const readKind = (item: Item) => {
  const [day = '', ...words] = text.parse(item.kind).split('#');
  return { day, kind: kindOf(words.slice(0, 5)) };
};

/** The day of an item, and of what is read from it. */
export const dayOf = (item: Item): string => text.parse(item.kind).slice(0, 10);

/** Not parsed by a schema: a day of a large organisation has thousands of them. */
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);

const startIn = (day: string, hour: string): string => `${day}T${hour}:00:00.000Z`;

/** What an item counts, hour by hour. */
export const readHours = (item: Item): HourCount[] => {
  const { day, kind } = readKind(item);
  return hoursOfDay.flatMap((hour) => {
    const count = numberIn(item[`h${hour}`]);
    if (count === 0) return [];
    const cost = numberIn(item[`c${hour}`]) / parts;
    const minutes_saved = numberIn(item[`m${hour}`]);
    return [{ ...kind, hour: startIn(day, hour), count, cost, minutes_saved }];
  });
};

/** How many runs of each bot failed. */
export type FailedByBot = Map<string, number>;

export const addFailed = (failed: FailedByBot, more: Iterable<[string, number]>): void => {
  for (const [bot_id, count] of more) failed.set(bot_id, (failed.get(bot_id) ?? 0) + count);
};

export const failedIn = (item: Item): [bot_id: string, count: number][] =>
  Object.keys(item).flatMap((name): [string, number][] =>
    name.startsWith(botPrefix) ? [[name.slice(botPrefix.length), numberIn(item[name])]] : [],
  );

/** One day: the numbers of each kind, by its words, and the failed runs of each bot. */
export type DaySum = {
  /** Runs, billionths of a dollar, minutes saved. */
  kinds: Record<string, [count: number, cost: number, minutes_saved: number]>;
  failed: Record<string, number>;
};

export const emptySum = (): DaySum => ({ kinds: {}, failed: {} });

/** Adds the numbers of an item to the sum of its day. */
export const addToSum = (sum: DaySum, item: Item): void => {
  const { kind } = readKind(item);
  const total = (sum.kinds[wordsOf(kind).join('#')] ??= [0, 0, 0]);
  for (const hour of hoursOfDay) {
    total[0] += numberIn(item[`h${hour}`]);
    total[1] += numberIn(item[`c${hour}`]);
    total[2] += numberIn(item[`m${hour}`]);
  }
  for (const [bot_id, count] of failedIn(item)) {
    sum.failed[bot_id] = (sum.failed[bot_id] ?? 0) + count;
  }
};

/** A sum as counts in the first hour of the day. */
export const countsOf = (day: string, { kinds: all }: DaySum): HourCount[] =>
  Object.entries(all).map(([name, [count, cost, minutes_saved]]) => ({
    ...kindOf(name.split('#')),
    hour: startIn(day, '00'),
    count,
    cost: cost / parts,
    minutes_saved,
  }));
