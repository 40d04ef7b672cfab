import type { Tick } from '#lib/domain/schedules/schedule.schema.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { PendingRow, ScheduleTable } from './schedule-table.ts';

type Options<K extends string> = {
  clock: Clock;
  log: Log;
  handle: (tick: Tick<K>) => Promise<unknown>;
  delayAfter?: (tries: number) => number | undefined;
};

/** Waits of 1 s, 5 s, 30 s and 2 min. */
export const retryDelay = (tries: number): number | undefined =>
  [1_000, 5_000, 30_000, 120_000][tries - 1];

/** How many ticks are handled at once. */
const concurrency = 16;

const tickOf = <K extends string>({
  kind,
  tenant_id,
  id,
  cron_expression,
  tz_info,
  pending_at,
}: PendingRow): Tick<K> => ({
  // The table contains only schedules of these kinds.
  kind: kind as K,
  tenant_id,
  id,
  cron_expression,
  tz_info,
  scheduled_time: isoTime(pending_at),
});

const keyOf = ({ kind, id, pending_at }: PendingRow) => `${kind} ${id} ${pending_at}`;

/** Passes pending ticks to the handler; a failed one is retried and finally given up. */
export const tickDelivery = <K extends string>(table: ScheduleTable, options: Options<K>) => {
  const { clock, log, handle, delayAfter = retryDelay } = options;
  const claimed = new Set<string>();
  const failed = new Map<string, { tries: number; due: number }>();
  const batches = new Set<Promise<unknown>>();
  let closed = false;

  /** Records a failure; true if the tick is given up. */
  const fails = (key: string, error: unknown): boolean => {
    const tries = (failed.get(key)?.tries ?? 0) + 1;
    const delay = delayAfter(tries);
    if (delay !== undefined) {
      failed.set(key, { tries, due: clock() + delay });
      return false;
    }
    log.error('A scheduled run was given up: every try to start it failed.', {
      area: 'schedules',
      error,
    });
    return true;
  };

  const attempt = async (row: PendingRow): Promise<void> => {
    const key = keyOf(row);
    try {
      await handle(tickOf<K>(row));
    } catch (error) {
      if (!fails(key, error)) return;
    }
    failed.delete(key);
    if (!closed) table.clearPending(row, row.pending_at);
  };

  /** Continues if the ledger cannot be written: each claimed tick is tried, then released. */
  const attemptAll = async (rows: PendingRow[], failures: unknown[]): Promise<void> => {
    for (let row = rows.shift(); row; row = rows.shift()) {
      await attempt(row).catch((error: unknown) => failures.push(error));
      claimed.delete(keyOf(row));
    }
  };

  /** Claims and returns the ticks that may be tried now; they stay claimed until then. */
  const claim = (): PendingRow[] => {
    const now = clock();
    const pending = table.pending();
    const keys = new Set(pending.map(keyOf));
    // These have been replaced by a newer tick.
    for (const key of failed.keys()) if (!keys.has(key)) failed.delete(key);
    const rows = pending.filter((row) => {
      const key = keyOf(row);
      return !claimed.has(key) && (failed.get(key)?.due ?? 0) <= now;
    });
    for (const row of rows) claimed.add(keyOf(row));
    return rows;
  };

  return {
    /** Tries every pending tick that need not wait; settles when all were tried. */
    tryAll: async (): Promise<void> => {
      const rows = claim();
      const failures: unknown[] = [];
      const workers = Array.from({ length: concurrency }, () => attemptAll(rows, failures));
      const batch = Promise.all(workers);
      batches.add(batch);
      await batch;
      batches.delete(batch);
      if (failures.length > 0) throw failures[0];
    },
    /** When the next failed tick is tried again (ms). */
    untilNext: (): number => {
      const waiting = [...failed].filter(([key]) => !claimed.has(key));
      return Math.min(...waiting.map(([, { due }]) => due));
    },
    idle: () => Promise.all(batches),
    /** From now on nothing is written. */
    close: () => {
      closed = true;
    },
  };
};
