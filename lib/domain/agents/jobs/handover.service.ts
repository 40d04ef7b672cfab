import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { integrationKey } from './job.rules.ts';
import { jobInput } from './job.schema.ts';
import { jobStore } from './job.store.ts';

/** The outcome of a job, as it is reported to the run or scan that waits for it. */
export type JobReport = { output: unknown } | { error: string; output?: unknown };

export type HandoverDeps = {
  db: Database;
  clock: Clock;
  /** Reads the input that the engine stored for a task. */
  readInput: (task: LongTask) => Promise<unknown>;
  /** Announces new work to agents of an integration whose claims wait in this process. */
  ring?: ((integrationKey: string) => void) | undefined;
};

export const unknownOutcome =
  'The outcome is unknown: the agent took this job and did not report a result. Check the other ' +
  'system before you run it again.';

export const jobNotClaimed =
  'No agent of the integration took this job in time, so it did not start. Check on the page of ' +
  'the integration whether an agent is online.';

const idOf = ({ tenant_id, bot_exc_id, lane, node_id, until }: LongTask): string =>
  derivedId('job', Date.parse(until), tenant_id, bot_exc_id, lane, node_id);

/** Turns tasks of the engine into jobs for agents. Repeated calls for a task create one job. */
export const beginJob =
  ({ db, clock, readInput, ring }: HandoverDeps) =>
  async (task: LongTask): Promise<void> => {
    const { integration_id, agent, kind, idempotent } = jobInput.parse(await readInput(task));
    const { tenant_id, ...storedTask } = task;
    await jobStore(db, tenant_id).create({
      _id: idOf(task),
      integration_id,
      ...(agent !== undefined && { agent }),
      kind,
      idempotent,
      task: storedTask,
      created_at: isoTime(clock()),
      due_at: task.until,
    });
    ring?.(integrationKey(tenant_id, integration_id));
  };

/** The outcome of a task that is past its deadline; undefined if its job has already ended. */
export const endOverdueJob =
  ({ db, clock }: Pick<HandoverDeps, 'db' | 'clock'>) =>
  async (task: LongTask): Promise<JobReport | undefined> => {
    const store = jobStore(db, task.tenant_id);
    const job = await store.get(idOf(task));
    if (!job || (job.state !== 'queued' && job.state !== 'leased')) return undefined;
    const error = job.state === 'queued' ? jobNotClaimed : unknownOutcome;
    const now = clock();
    const at = { iso: isoTime(now), seconds: Math.floor(now / 1000) };
    return (await store.end(job, { error }, at)) ? { error } : undefined;
  };
