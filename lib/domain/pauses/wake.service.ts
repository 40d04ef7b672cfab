import type { Database } from '#lib/kernel/database.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { pauseStore, type RunPosition } from './pause.store.ts';

export type WakeDeps = { db: Database; runner: Pick<Runner, 'resume'> };

/** Ends the pause at this place, so that its run checks the outcome. Repeating it is harmless. */
export const wakeRun = async (
  { db, runner }: WakeDeps,
  tenantId: string,
  position: RunPosition,
): Promise<void> => {
  const pauses = pauseStore(db, tenantId);
  const token = await pauses.get(position);
  if (token === undefined) return;
  await runner.resume(token);
  // By now the run may be waiting here again, with another token.
  await pauses.delete(position, token);
};
