import type { DatabaseSync } from 'node:sqlite';
import { nextRun } from '#lib/domain/schedules/cron-walk.rules.ts';
import type { Tick } from '#lib/domain/schedules/schedule.schema.ts';
import { readTimetable } from '#lib/domain/schedules/timetable.rules.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { inTransaction } from './ledger.ts';
import { type ScheduleRow, type ScheduleTable, scheduleTable } from './schedule-table.ts';
import { dueTick, nextAfterSetback } from './schedule-time.ts';
import { tickDelivery } from './tick-delivery.ts';
import { waitAtMost } from './wait-at-most.ts';

export type LocalScheduler<K extends string> = Scheduler<K> & {
  /** Starts ticking, beginning with what an earlier process left or missed. */
  start(): void;
  /** Handles the ticks that are due now; resolves when all of them were tried. */
  beat(): Promise<void>;
  /** Stops ticking for good; waits up to `ms` for those that are being handled. */
  drain(ms: number): Promise<void>;
};

type Options<K extends string> = {
  database: DatabaseSync;
  clock: Clock;
  log: Log;
  /** Handles a tick; called again if it rejects, or if the process died before it was done. */
  handle: (tick: Tick<K>) => Promise<unknown>;
  /** Milliseconds to wait after this many failed tries; undefined gives the tick up. */
  delayAfter?: (tries: number) => number | undefined;
};

/** The longest wait (ms), because the machine's clock may be changed at any time. */
const maxWait = 10_000;

/** A clock that goes back by less (ms) counts as merely adjusted. */
const minSetback = 60_000;

/** Records the ticks that came due. */
const dueTickRecorder = (
  table: ScheduleTable,
  { clock, log }: Pick<Options<string>, 'clock' | 'log'>,
): ((now: number) => void) => {
  let lastSeen = Number.POSITIVE_INFINITY;

  /** A schedule that cannot be read must not keep the others from ticking. */
  const forEachRow = (rows: ScheduleRow[], work: (row: ScheduleRow) => void): void => {
    for (const row of rows) {
      try {
        work(row);
      } catch (error) {
        log.error('A schedule cannot be read; it is tried again in an hour.', {
          area: 'schedules',
          tenant_id: row.tenant_id,
          error,
        });
        table.moveNext(row, clock() + 3600_000);
      }
    }
  };

  return (now) => {
    // After a start, or if the clock was set back, no schedule may wait for a distant time.
    const mayWaitTooLong = now < lastSeen - minSetback;
    if (mayWaitTooLong)
      forEachRow(table.all(), (row) => table.moveNext(row, nextAfterSetback(row, now)));
    lastSeen = now;
    forEachRow(table.due(now), (row) => {
      const { at, next } = dueTick(row, now);
      table.fire(row, at, next);
    });
  };
};

/**
 * Schedules in the database. A tick is stored before it is handled, so that it survives the
 * process. Ticks missed while no process was running are delivered once, as the last of them.
 */
export const openScheduler = <K extends string>(options: Options<K>): LocalScheduler<K> => {
  const { database, clock, log } = options;
  const table = scheduleTable(database);
  const takeDue = dueTickRecorder(table, options);
  const delivery = tickDelivery(table, options);
  let alarm: NodeJS.Timeout | undefined;
  let ticking = false;

  const arm = (): void => {
    clearTimeout(alarm);
    if (!ticking) return;
    const next = Math.min(table.first() ?? Number.POSITIVE_INFINITY, delivery.untilNext());
    const wait = Math.min(Math.max(next - clock(), 0), maxWait);
    alarm = setTimeout(wake, wait);
  };

  const beat = async (): Promise<void> => {
    inTransaction(database, () => takeDue(clock()));
    const deliveries = delivery.tryAll();
    arm();
    await deliveries;
  };

  const wake = (): void => {
    beat().catch((error: unknown) => {
      log.error('The scheduler cannot read or write; it tries again soon.', {
        area: 'schedules',
        error,
      });
      clearTimeout(alarm);
      if (ticking) alarm = setTimeout(wake, maxWait);
    });
  };

  return {
    put: async (schedule) => {
      const now = clock();
      const previous = table.get(schedule);
      const isUnchanged =
        previous?.tenant_id === schedule.tenant_id &&
        previous.cron_expression === schedule.cron_expression &&
        previous.tz_info === schedule.tz_info;
      if (isUnchanged) return;
      table.put(schedule, now, nextRun(readTimetable(schedule), now));
      arm();
    },
    delete: async (kind, id) => void table.delete({ kind, id }),
    list: async function* (kind) {
      yield* table.ofKind(kind).map(({ id, changed_at }) => ({ id, changed_at }));
    },
    start: () => {
      ticking = true;
      wake();
    },
    beat,
    drain: async (ms) => {
      ticking = false;
      clearTimeout(alarm);
      await waitAtMost(ms, delivery.idle());
      delivery.close();
    },
  };
};
