import * as z from 'zod';
import { addTo, type Database, type Item, readEntries, readItems } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { ExecutionState } from '../execution.schema.ts';
import { executionTable, runStatisticsTable } from '../execution.table.ts';
import { type RunKind, runKind } from './statistics.schema.ts';

/** One item counts one kind of run over one day, in an attribute an hour: `h00` to `h23`. */
const hourPattern = /^h(\d\d)$/;
const noValue = '-';

/** The last few runs are remembered: one that is told to have ended again is not counted again. */
const remembered = 16;

const placeOf = (runId: string): string =>
  `seen${Number.parseInt(sha256(runId).slice(0, 8), 16) % remembered}`;

const dayKey = (day: string, { state, bot_type, category, importance }: RunKind): string =>
  [day, state, bot_type, category ?? noValue, importance ?? noValue].join('#');

const optional = (value: string | undefined) => (value === noValue ? undefined : value);

const readDay = (item: Item) => {
  const [day, state, bot_type, category, importance] = z.string().parse(item.kind).split('#');
  const kind = runKind.parse({
    state,
    bot_type,
    category: optional(category),
    importance: optional(importance),
  });
  return Object.entries(item).flatMap(([name, count]) => {
    const [, hour] = hourPattern.exec(name) ?? [];
    return hour === undefined
      ? []
      : [{ ...kind, hour: `${day}T${hour}:00:00.000Z`, count: z.number().parse(count) }];
  });
};

/** Open runs of one state are counted up to here. */
const mostCounted = 1000;

/** How many runs of an organisation ended, by hour and kind. */
export const statisticsStore = (db: Database, tenantId: string) => ({
  /**
   * Counts a run that ended at a moment (ISO time). False where it is among those that were
   * counted last, so that one that is told again is not counted again.
   */
  add: (runId: string, kind: RunKind, endedAt: string): Promise<boolean> => {
    const key = { tenant_id: tenantId, kind: dayKey(endedAt.slice(0, 10), kind) };
    const place = placeOf(runId);
    return addTo(
      db,
      runStatisticsTable,
      key,
      { [`h${endedAt.slice(11, 13)}`]: 1 },
      {
        settings: [[[place], runId]],
        condition: {
          text: 'attribute_not_exists(#seen) OR #seen <> :run',
          names: { '#seen': place },
          values: { ':run': runId },
        },
      },
    );
  },

  /** The counts of the days between two dates (`2026-09-01`), both included, hour by hour. */
  async between(from: string, to: string) {
    const question = {
      table: runStatisticsTable,
      partition: tenantId,
      between: [from, `${to}~`] as const,
    };
    const hours: ReturnType<typeof readDay> = [];
    for await (const item of readItems(db, question)) hours.push(...readDay(item));
    return hours;
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
});
