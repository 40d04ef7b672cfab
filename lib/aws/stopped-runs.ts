import * as z from 'zod';
import { stoppedRun, type StoppedRun } from '#lib/domain/executions/runs/stopped.service.ts';
import { takeEvents } from './event-batch.ts';

/** What a run was started with; its lanes are runs of their own, and their parent's business. */
const input = z.object({ tenant_id: z.string(), bot_exc_id: z.string(), lane: z.literal('') });

/** `Step Functions Execution Status Change`, as far as it says why a run has ended. */
const statusChange = stoppedRun
  .pick({ status: true, error: true, cause: true })
  .extend({ input: z.string() });

/** Takes a batch of status changes of runs that Step Functions ended without success. */
export const takeStopped = (close: (stopped: StoppedRun) => Promise<unknown>) =>
  takeEvents(async (detail: unknown) => {
    const { input: text, ...end } = statusChange.parse(detail);
    const { tenant_id, bot_exc_id } = input.parse(JSON.parse(text));
    await close({ tenant_id, bot_exc_id, ...end });
  });
