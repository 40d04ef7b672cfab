import { pathTo } from '#lib/pages.ts';
import { categories, importances } from '../../bots/bot.schema.ts';
import {
  type HourCount,
  intervalStartOf,
  maxOpenCounted,
} from '../../executions/history/statistics.rules.ts';
import { askingStates } from '../../questions/question.schema.ts';
import { standingOf, standingsOf } from '../../executions/outcome/standing.rules.ts';
import { type Standing, standings } from '../../executions/outcome/standing.schema.ts';
import type { Meaning, WidgetData } from '../widgets/data.schema.ts';
import { type Buckets, wholeDaysNotes } from '../widgets/time-range.rules.ts';

/** The display name and colour of each standing of a run. */
export const standingDisplay: Record<Standing, { name: string; meaning: Meaning }> = {
  SUCCEEDED: { name: 'Succeeded', meaning: 'positive' },
  FAILED: { name: 'Failed', meaning: 'critical' },
  CANCELLED: { name: 'Cancelled', meaning: 'neutral' },
  approved: { name: 'Approved', meaning: 'positive' },
  partly_approved: { name: 'Partly approved', meaning: 'info' },
  rejected: { name: 'Rejected', meaning: 'high' },
  expired: { name: 'Expired', meaning: 'medium' },
  QUEUED: { name: 'Queued', meaning: 'neutral' },
  IN_PROGRESS: { name: 'In progress', meaning: 'info' },
  WAITING_FOR_APPROVAL: { name: 'Waiting for approval', meaning: 'medium' },
  WAITING_FOR_INPUT: { name: 'Waiting for input', meaning: 'medium' },
};

const runsLinkOf = (status: string) => pathTo('runs', {}, { page: '1', status });

/** The hours that lie within the buckets. */
const hoursWithin = (hours: readonly HourCount[], { starts: [first = ''], end }: Buckets) =>
  hours.filter(({ hour }) => hour >= first && hour < end);

type AmountOf = (one: HourCount) => number;
const runCountOf: AmountOf = ({ count }) => count;

/** The sum of a number for each bucket. */
const sumsPerBucket = (
  hours: readonly HourCount[],
  { interval, starts }: Buckets,
  number: AmountOf,
): number[] => {
  const sums = new Map(starts.map((start) => [start, 0]));
  // Cached, because many items share the same hour.
  const startsOf = new Map<string, string>();
  for (const one of hours) {
    const start = startsOf.get(one.hour) ?? intervalStartOf(interval, one.hour);
    startsOf.set(one.hour, start);
    const sum = sums.get(start);
    if (sum !== undefined) sums.set(start, sum + number(one));
  }
  return [...sums.values()];
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

type Series = Extract<WidgetData, { kind: 'history' }>['series'];

const historyOf = (
  { interval, starts }: Buckets,
  series: Series,
  unit: 'count' | 'dollars' | 'minutes' = 'count',
): WidgetData => ({ kind: 'history', unit, interval, times: starts, stacked: true, series });

const hasAny = ({ values }: Series[number]): boolean => values.some((value) => (value ?? 0) > 0);

type Group = {
  name: string;
  meaning?: Meaning;
  link?: string;
  has: (one: HourCount) => boolean;
};

/** Ended runs over time, one series for each group. */
const groupedHistory = (
  hours: readonly HourCount[],
  buckets: Buckets,
  groups: readonly Group[],
): WidgetData => {
  const all = hoursWithin(hours, buckets);
  const series = groups.map(({ has, ...looks }) => ({
    ...looks,
    values: sumsPerBucket(all.filter(has), buckets, runCountOf),
  }));
  return historyOf(buckets, series.filter(hasAny));
};

const endedStandings = standingsOf(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** How runs ended: a run whose changes were rejected is not counted as a success. */
export const runHistory = (hours: readonly HourCount[], buckets: Buckets): WidgetData =>
  groupedHistory(
    hours,
    buckets,
    endedStandings.map((ending) => ({
      ...standingDisplay[ending],
      link: runsLinkOf(ending),
      has: (one) => standingOf(one) === ending,
    })),
  );

export const runsByCategory = (hours: readonly HourCount[], buckets: Buckets): WidgetData =>
  groupedHistory(hours, buckets, [
    ...categories.map((name) => ({ name, has: (one: HourCount) => one.category === name })),
    { name: 'No category', has: ({ category }) => category === undefined },
  ]);

const botTypeNames = {
  scheduled_bot: 'Scheduled',
  on_demand_bot: 'On demand',
  event_driven_bot: 'Event driven',
} as const;

export const runsByType = (hours: readonly HourCount[], buckets: Buckets): WidgetData =>
  groupedHistory(
    hours,
    buckets,
    Object.entries(botTypeNames).map(([type, name]) => ({
      name,
      has: ({ bot_type }) => bot_type === type,
    })),
  );

const importanceMeanings: Record<(typeof importances)[number], Meaning> = {
  High: 'high',
  Medium: 'medium',
  Low: 'low',
};

export const runsByImportance = (hours: readonly HourCount[], buckets: Buckets): WidgetData =>
  groupedHistory(
    hours,
    buckets,
    importances.map((name) => ({
      name,
      meaning: importanceMeanings[name],
      has: ({ importance }) => importance === name,
    })),
  );

/** States of runs that have not ended. */
export const openStates = ['QUEUED', 'IN_PROGRESS', ...askingStates] as const satisfies Standing[];
export type OpenCounts = Readonly<Record<(typeof openStates)[number], number>>;

const isOpen = (standing: Standing): standing is keyof OpenCounts =>
  openStates.some((one) => one === standing);

/** Runs by outcome as parts of a whole, with those that have not ended yet. */
export const runsByOutcome = (
  hours: readonly HourCount[],
  buckets: Buckets,
  openCounts: OpenCounts,
): WidgetData => {
  const all = hoursWithin(hours, buckets);
  const ended = (standing: Standing): number =>
    sum(all.filter((one) => standingOf(one) === standing).map(runCountOf));
  const parts = standings
    .map((standing) => ({
      ...standingDisplay[standing],
      link: runsLinkOf(standing),
      value: isOpen(standing) ? openCounts[standing] : ended(standing),
    }))
    .filter(({ value }) => value > 0);
  const notes = openStates
    .filter((state) => openCounts[state] >= maxOpenCounted)
    .map(
      (state) => `${standingDisplay[state].name}: ${maxOpenCounted.toLocaleString('en')} or more.`,
    );
  return { kind: 'parts', unit: 'count', parts, ...(notes.length > 0 && { notes }) };
};

export const runCosts = (hours: readonly HourCount[], buckets: Buckets): WidgetData => ({
  ...historyOf(
    buckets,
    [
      {
        name: 'Cost',
        meaning: 'info' as const,
        values: sumsPerBucket(hours, buckets, ({ cost }) => cost),
      },
    ].filter(hasAny),
    'dollars',
  ),
  notes: ['US dollars, at AWS list prices. Aborted runs are not counted.'],
});

export const timeSaved = (hours: readonly HourCount[], buckets: Buckets): WidgetData => ({
  ...historyOf(
    buckets,
    [
      {
        name: 'Time saved',
        meaning: 'positive' as const,
        values: sumsPerBucket(hours, buckets, ({ minutes_saved }) => minutes_saved),
      },
    ].filter(hasAny),
    'minutes',
  ),
  notes: ['Set the minutes that a run saves in the details of each bot.'],
});

/** How many bots with failed runs are listed. */
export const maxFailingBots = 7;

type Failing = { bot_id: string; name: string | undefined; failed: number };

export const failingBots = (bots: readonly Failing[], buckets: Buckets): WidgetData => ({
  kind: 'table',
  columns: [
    { name: 'Bot', kind: 'text' },
    { name: 'Failed runs', kind: 'number' },
  ],
  rows: bots.map(({ bot_id, name, failed }) => ({
    cells: [name ?? 'Deleted bot', failed],
    meaning: 'critical',
    link: pathTo('runs', {}, { page: '1', status: 'FAILED', bot_id }),
  })),
  // Failed runs of a bot are counted by day: hourly counters would be too long.
  notes: wholeDaysNotes(buckets),
});
