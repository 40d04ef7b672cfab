import * as z from 'zod';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import { type CloseDeps, closeRun } from './close.service.ts';

/** Report that a state machine ended without success, with the input it was started with. */
export const stoppedRun = z.object({
  input: z.unknown(),
  status: z.enum(['FAILED', 'TIMED_OUT', 'ABORTED']),
  error: z.string().nullish(),
  cause: z.string().nullish(),
});
export type StoppedRun = z.infer<typeof stoppedRun>;

/** Input of a run's machine. Machines of lanes are left to the machine of their parent. */
const machineInput = z.object({
  tenant_id: z.string(),
  bot_exc_id: z.string(),
  lane: z.literal(''),
});

export type StoppedDeps = Omit<CloseDeps, 'runner'> & { clock: Clock; log: Log };

const sentences: Record<StoppedRun['status'], string> = {
  FAILED: 'The engine could not continue this run.',
  TIMED_OUT: 'The engine took too long for this run.',
  ABORTED: 'This run was stopped in the engine itself.',
};

const maxCauseLength = 500;

const stopReasonOf = ({ status, error, cause }: Omit<StoppedRun, 'input'>) => ({
  cause: `${sentences[status]} Run the bot again.`,
  details: [error, cause].filter(Boolean).join(': ').slice(0, maxCauseLength) || undefined,
});

/**
 * Ends the record of a run whose machine ended by itself or was stopped by somebody. Normally the
 * engine has written the end before: then nothing changes. Returns whether it ended the run.
 */
export const closeStoppedRun =
  ({ db, realtime, bus, clock, log }: StoppedDeps) =>
  async ({ input, ...stopped }: StoppedRun): Promise<boolean> => {
    const run = machineInput.safeParse(input).data;
    if (!run) return false;
    const { tenant_id, bot_exc_id } = run;
    const state = stopped.status === 'ABORTED' ? 'CANCELLED' : 'FAILED';
    const end = { state, ...stopReasonOf(stopped), now: clock() } as const;
    const closed = await closeRun({ db, realtime, bus }, { tenant_id, _id: bot_exc_id }, end);
    if (closed) log.error('A run was ended by its state machine.', { tenant_id, bot_exc_id });
    return closed;
  };
