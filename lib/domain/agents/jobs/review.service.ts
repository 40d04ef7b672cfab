import { isoTime } from '#lib/kernel/clock.ts';
import type { Files } from '#lib/ports/files.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { pauseStore } from '../../pauses/pause.store.ts';
import {
  type HandoverDeps,
  type JobReport,
  nobodyTookIt,
  unknownOutcome,
} from './handover.service.ts';
import { failureIn } from './job.rules.ts';
import type { AgentJob } from './job.schema.ts';
import { jobStore } from './job.store.ts';

export type JobDeps = HandoverDeps & {
  files: Files;
  /** Wakes who waits for a task; told twice, the first time counts. */
  report: (task: LongTask, report: JobReport) => Promise<void>;
};

/** How often a job that may be done twice is handed out. */
const mostAttempts = 3;

/** What waits for a job, where that is a node of a run. */
export const taskOf = ({ tenant_id, task }: AgentJob): LongTask | undefined =>
  'bot_exc_id' in task ? { tenant_id, ...task } : undefined;

/** Where the result of a lease lies until it is told. */
export const resultKey = (
  { tenant_id, _id }: Pick<AgentJob, 'tenant_id' | '_id'>,
  leaseId: string,
): string =>
  `${tenant_id}/agent-jobs/${_id}.${leaseId}.json`;

const cutOff = `The agent took this job ${mostAttempts} times and never said what came of it.`;

/** What an ended job came to. */
export const reportOf = async (
  files: Pick<Files, 'get'>,
  job: Pick<AgentJob, 'tenant_id' | '_id' | 'result_lease' | 'error'>,
): Promise<JobReport> => {
  const { result_lease, error = unknownOutcome } = job;
  const kept = result_lease && (await files.get(resultKey(job, result_lease)));
  return kept ? (JSON.parse(kept) as JobReport) : { error };
};

/** As a run is told: what was refused or came to nothing is a failure of its node. */
const judged = (kind: AgentJob['kind'], report: JobReport): JobReport => {
  const error = 'error' in report ? undefined : failureIn(kind, report.output);
  return error === undefined ? report : { ...report, error };
};

/** What becomes of a job that nobody works on, or that has ended. */
export const jobReview = (deps: JobDeps) => {
  const { db, files, clock } = deps;
  const times = () => {
    const now = clock();
    return { iso: isoTime(now), seconds: Math.floor(now / 1000) };
  };

  /**
   * Tells a run that waits what an ended job came to. What is told lies among the files of the run,
   * and is marked so afterwards.
   */
  const tell = async (job: AgentJob): Promise<void> => {
    const task = taskOf(job);
    if (task) {
      await deps.report(task, judged(job.kind, await reportOf(files, job)));
      if (job.lease) await files.remove(resultKey(job, job.lease.id));
    }
    await jobStore(db, job.tenant_id).told(job);
  };

  /**
   * Removes a result that came too late; answers whether it counts all the same, because it came
   * twice at the same time. Then it is told twice too: the first time counts, and the last one
   * removes what was put.
   */
  const leaveOut = async ({ tenant_id, _id }: AgentJob, leaseId: string): Promise<boolean> => {
    const job = await jobStore(db, tenant_id).get(_id);
    const counts = job?.result_lease === leaseId;
    const isTold = job && taskOf(job) && job.due_at === undefined;
    if (counts && !isTold) await tell(job);
    else await files.remove(resultKey({ tenant_id, _id }, leaseId));
    return counts;
  };

  const endWith = async (job: AgentJob, error: string): Promise<boolean> => {
    const ended = await jobStore(db, job.tenant_id).end(job, { error }, times());
    if (ended) await tell({ ...job, state: 'ended', error });
    return ended;
  };

  /** Whether its run still waits: what ends the wait takes the pause away. */
  const isWanted = async (job: AgentJob): Promise<boolean> => {
    const task = taskOf(job);
    return !task || (await pauseStore(db, job.tenant_id).get(task)) !== undefined;
  };

  const isOver = ({ task }: AgentJob): boolean => clock() >= Date.parse(task.until);

  const isLapsed = ({ lease }: AgentJob): boolean =>
    lease !== undefined && Date.parse(lease.until) <= clock();

  /** Why a job is not handed out again; undefined where it is. */
  const spent = (job: AgentJob): string | undefined => {
    if (!job.idempotent) return unknownOutcome;
    return job.attempts >= mostAttempts ? cutOff : undefined;
  };

  /** Looks after one job; answers it where an agent may take it now. */
  const review = async (job: AgentJob): Promise<AgentJob | undefined> => {
    const store = jobStore(db, job.tenant_id);
    if (job.state === 'ended') await tell(job);
    if (job.state !== 'queued' && job.state !== 'leased') return undefined;
    if (job.state === 'leased' && !isLapsed(job) && !isOver(job)) return undefined;
    if (!(await isWanted(job))) {
      await store.withdraw(job, times().seconds);
      return undefined;
    }
    const why = job.state === 'leased' ? spent(job) : undefined;
    if (why !== undefined) await endWith(job, why);
    else if (isOver(job)) await endWith(job, nobodyTookIt);
    else return job;
    return undefined;
  };

  return { times, tell, leaveOut, isWanted, isOver, review };
};
