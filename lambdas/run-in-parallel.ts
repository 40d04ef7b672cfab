import type { Log } from '#lib/kernel/log.ts';

/**
 * Runs all parts at the same time, so that a slow one does not delay the others. A failure is
 * logged with its part's name, and thrown once all have ended, so that the alarm is raised.
 */
export const runInParallel =
  (parts: Readonly<Record<string, () => Promise<unknown>>>, log: Log) =>
  async (): Promise<void> => {
    const failed: string[] = [];
    const run = async ([area, part]: [string, () => Promise<unknown>]): Promise<void> => {
      try {
        await part();
      } catch (error) {
        failed.push(area);
        log.error('A part of the sweep failed; the others are done.', { area, error });
      }
    };
    await Promise.all(Object.entries(parts).map(run));
    if (failed.length > 0) throw new Error(`These parts failed: ${failed.join(', ')}.`);
  };
