import { isoTime } from '#lib/kernel/clock.ts';
import type { Files } from '#lib/ports/files.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { pauseStore } from '../../pauses/pause.store.ts';
import {
  type HandoverDeps,
  jobNotClaimed,
  type JobReport,
  unknownOutcome,
} from './handover.service.ts';
import { failureIn } from './job.rules.ts';
import type { AgentJob } from './job.schema.ts';
import { jobStore } from './job.store.ts';

export type JobDeps = HandoverDeps & {
  files: Files;
  /** Resumes the run that waits for a task; of repeated reports only the first counts. */
  report: (task: LongTask, report: JobReport) => Promise<void>;
};

/** How many times a job that may be repeated is handed out. */
const maxAttempts = 3;

/** The task of a run that waits for a job; undefined if no run does. */
export const taskOf = ({ tenant_id, task }: AgentJob): LongTask | undefined =>
  'bot_exc_id' in task ? { tenant_id, ...task } : undefined;

/** The file of the result of a lease, until it is reported. */
export const resultKey = (
  { tenant_id, _id }: Pick<AgentJob, 'tenant_id' | '_id'>,
  leaseId: string,
): string => `${tenant_id}/agent-jobs/${_id}.${leaseId}.json`;

const noResultText = `The agent took this job ${maxAttempts} times and never reported a result.`;

/** The outcome of an ended job. */
export const reportOf = async (
  files: Pick<Files, 'get'>,
  job: Pick<AgentJob, 'tenant_id' | '_id' | 'result_lease' | 'error'>,
): Promise<JobReport> => {
  const { result_lease, error = unknownOutcome } = job;
  const storedReport = result_lease && (await files.get(resultKey(job, result_lease)));
  return storedReport ? (JSON.parse(storedReport) as JobReport) : { error };
};

/** The outcome as the run sees it: an output that means failure makes the node fail. */
const withFailure = (kind: AgentJob['kind'], report: JobReport): JobReport => {
  const error = 'error' in report ? undefined : failureIn(kind, report.output);
  return error === undefined ? report : { ...report, error };
};

/** Decides what happens to jobs that lapsed, are late or have ended. */
export const jobReview = (deps: JobDeps) => {
  const { db, files, clock } = deps;
  const times = () => {
    const now = clock();
    return { iso: isoTime(now), seconds: Math.floor(now / 1000) };
  };

  /**
   * Reports the outcome of an ended job to the run that waits for it, which keeps it among its own
   * files; then marks the job as reported.
   */
  const reportOutcome = async (job: AgentJob): Promise<void> => {
    const task = taskOf(job);
    if (task) {
      await deps.report(task, withFailure(job.kind, await reportOf(files, job)));
      if (job.lease) await files.remove(resultKey(job, job.lease.id));
    }
    await jobStore(db, job.tenant_id).told(job);
  };

  /**
   * Removes a result that came too late. Returns whether it counts after all, because the agent
   * sent it twice at the same time: both then report it, the first report counts, and the last one
   * removes the file.
   */
  const leaveOut = async ({ tenant_id, _id }: AgentJob, leaseId: string): Promise<boolean> => {
    const job = await jobStore(db, tenant_id).get(_id);
    const isAccepted = job?.result_lease === leaseId;
    const isReported = job && taskOf(job) && job.due_at === undefined;
    if (isAccepted && !isReported) await reportOutcome(job);
    else await files.remove(resultKey({ tenant_id, _id }, leaseId));
    return isAccepted;
  };

  const endWith = async (job: AgentJob, error: string): Promise<boolean> => {
    const isEnded = await jobStore(db, job.tenant_id).end(job, { error }, times());
    if (isEnded) await reportOutcome({ ...job, state: 'ended', error });
    return isEnded;
  };

  /** Whether its run still waits: the pause is deleted when the wait ends. */
  const isAwaited = async (job: AgentJob): Promise<boolean> => {
    const task = taskOf(job);
    return !task || (await pauseStore(db, job.tenant_id).get(task)) !== undefined;
  };

  const isOverdue = ({ task }: AgentJob): boolean => clock() >= Date.parse(task.until);

  const isLapsed = ({ lease }: AgentJob): boolean =>
    lease !== undefined && Date.parse(lease.until) <= clock();

  /** Why a job is not handed out again; undefined if it is. */
  const noRetryReason = (job: AgentJob): string | undefined => {
    if (!job.idempotent) return unknownOutcome;
    return job.attempts >= maxAttempts ? noResultText : undefined;
  };

  /** Reviews one job; returns it if an agent may take it now. */
  const review = async (job: AgentJob): Promise<AgentJob | undefined> => {
    const store = jobStore(db, job.tenant_id);
    if (job.state === 'ended') await reportOutcome(job);
    if (job.state !== 'queued' && job.state !== 'leased') return undefined;
    if (job.state === 'leased' && !isLapsed(job) && !isOverdue(job)) return undefined;
    if (!(await isAwaited(job))) {
      await store.withdraw(job, times().seconds);
      return undefined;
    }
    const error = job.state === 'leased' ? noRetryReason(job) : undefined;
    if (error !== undefined) await endWith(job, error);
    else if (isOverdue(job)) await endWith(job, jobNotClaimed);
    else return job;
    return undefined;
  };

  return { times, reportOutcome, leaveOut, isAwaited, isOverdue, review };
};
