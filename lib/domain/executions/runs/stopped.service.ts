import * as z from 'zod';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import { type CloseDeps, closeRun } from './close.service.ts';

/** A run whose machine has ended without success. */
export const stoppedRun = z.object({
  tenant_id: z.string(),
  bot_exc_id: z.string(),
  status: z.enum(['FAILED', 'TIMED_OUT', 'ABORTED']),
  error: z.string().nullish(),
  cause: z.string().nullish(),
});
export type StoppedRun = z.infer<typeof stoppedRun>;

export type StoppedDeps = Omit<CloseDeps, 'runner'> & { clock: Clock; log: Log };

const sentences: Record<StoppedRun['status'], string> = {
  FAILED: 'The engine could not go on with this run.',
  TIMED_OUT: 'The engine took too long for this run.',
  ABORTED: 'This run was stopped in the engine itself.',
};

const longestCause = 500;

const causeOf = ({ status, error, cause }: StoppedRun): string => {
  const said = [error, cause].filter(Boolean).join(': ').slice(0, longestCause);
  return `${sentences[status]} Run the bot again.${said && ` The engine said: ${said}`}`;
};

/**
 * Ends the record of a run whose machine has ended by itself, or was stopped by somebody. As a rule
 * the engine has written the end before: then this changes nothing. Answers whether it did.
 */
export const closeStopped =
  ({ db, realtime, bus, clock, log }: StoppedDeps) =>
  async (stopped: StoppedRun): Promise<boolean> => {
    const { tenant_id, bot_exc_id, status } = stopped;
    const state = status === 'ABORTED' ? 'CANCELLED' : 'FAILED';
    const end = { state, cause: causeOf(stopped), now: clock() } as const;
    const closed = await closeRun({ db, realtime, bus }, { tenant_id, _id: bot_exc_id }, end);
    if (closed) log.error('A run was ended by its state machine.', { tenant_id, bot_exc_id });
    return closed;
  };
