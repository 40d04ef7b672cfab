import type { DatabaseSync } from 'node:sqlite';
import type { Tick } from '#lib/domain/schedules/schedule.schema.ts';
import type { ScheduleKind } from '#lib/kernel/schedule-kinds.ts';
import { openScheduler } from '#lib/local/scheduler.ts';
import { createLineLog } from './local-bus.ts';

const minute = 60_000;

/** An embedded scheduler whose clock the test advances, minute by minute. */
export const localScheduler = <K extends string = ScheduleKind>(
  database: DatabaseSync,
  now: number,
  handle: (tick: Tick<K>) => Promise<unknown> = async () => undefined,
) => {
  const time = { now };
  const ticks: Tick<K>[] = [];
  const { log, lines } = createLineLog();
  const scheduler = openScheduler<K>({
    database,
    clock: () => time.now,
    log,
    handle: async (tick) => {
      await handle(tick);
      ticks.push(tick);
    },
  });
  const pass = async (until: number): Promise<void> => {
    while (time.now < until) {
      time.now = Math.min(until, time.now + minute);
      await scheduler.beat();
    }
  };
  return { scheduler, ticks, time, pass, lines };
};
