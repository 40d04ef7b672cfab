import type { Log } from '#lib/kernel/log.ts';
import { waitAtMost } from './wait-at-most.ts';

export type Ticker = {
  /**
   * Runs the job at once and then every `period` ms. A turn is skipped while the previous one is
   * still running.
   */
  every(name: string, period: number, job: () => Promise<unknown>): void;
  /** Stops all timers; waits up to `ms` for running jobs. */
  drain(ms: number): Promise<void>;
};

/**
 * The embedded counterpart of the fixed-rate rules on AWS. A failed job is logged and runs again.
 */
export const openTicker = ({ log }: { log: Log }): Ticker => {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<unknown>>();

  const run = (name: string, job: () => Promise<unknown>): Promise<unknown> =>
    Promise.resolve()
      .then(job)
      .catch((error: unknown) =>
        log.error('A scheduled job failed; it runs again at its next beat.', { area: name, error }),
      )
      .finally(() => running.delete(name));

  return {
    every: (name, period, job) => {
      const beat = () => {
        if (!running.has(name)) running.set(name, run(name, job));
      };
      timers.push(setInterval(beat, period));
      beat();
    },
    drain: (ms) => {
      for (const timer of timers.splice(0)) clearInterval(timer);
      return waitAtMost(ms, Promise.all(running.values()));
    },
  };
};
