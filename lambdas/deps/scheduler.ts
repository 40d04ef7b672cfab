import type { ScheduleWriter } from '#lib/ports/scheduler.ts';
import { lazyPort } from './lazy-port.ts';

/** Creates and removes schedules. Only the reconciler lists them. */
export const scheduler = lazyPort<ScheduleWriter>(
  async () => (await import('./loaded/scheduler.ts')).scheduler,
);
