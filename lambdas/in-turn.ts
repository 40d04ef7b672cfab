import type { Log } from '#lib/kernel/log.ts';

/**
 * Does parts of a work one after another. One that fails is logged by its name and keeps none of
 * the others from its turn; the whole fails once all had theirs, so that the alarm tells.
 */
export const inTurn =
  (parts: Readonly<Record<string, () => Promise<unknown>>>, log: Log) =>
  async (): Promise<void> => {
    const failed: string[] = [];
    for (const [area, part] of Object.entries(parts)) {
      try {
        await part();
      } catch (error) {
        failed.push(area);
        log.error('A part of the sweep failed; the others had their turn.', { area, error });
      }
    }
    if (failed.length > 0) throw new Error(`These parts failed: ${failed.join(', ')}.`);
  };
