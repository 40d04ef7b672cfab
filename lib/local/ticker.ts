import type { Log } from '#lib/kernel/log.ts';
import { within } from './within.ts';

export type Ticker = {
  /**
   * Runs the job now and then every `period` ms. A beat is left out while the last run still goes
   * on.
   */
  every(name: string, period: number, job: () => Promise<unknown>): void;
  /** Ends all beats; waits up to `ms` for the jobs that run. */
  drain(ms: number): Promise<void>;
};

/**
 * The embedded counterpart of the fixed-rate rules on AWS. A job that fails is logged and runs
 * again.
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
      return within(ms, Promise.all(running.values()));
    },
  };
};
