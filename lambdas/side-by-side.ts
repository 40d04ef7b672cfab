import type { Log } from '#lib/kernel/log.ts';

/**
 * Does parts of a work at the same time, so that one that is slow keeps no other from being done.
 * One that fails is logged by its name; the whole fails once all are done, so that the alarm tells.
 */
export const sideBySide =
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
