import { isoTime } from '#lib/kernel/clock.ts';
import { randomId } from '#lib/kernel/ids.ts';
import type { Files } from '#lib/ports/files.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { pauseStore } from '../../pauses/pause.store.ts';
import type { Agent } from '../agent.schema.ts';
import { type HandoverDeps, type JobReport, nobodyTookIt, unknownOutcome } from './handover.service.ts';
import { integrationKey } from './job.rules.ts';
import { type AgentJob, type JobInput, jobInput } from './job.schema.ts';
import { dueJobs, jobStore } from './job.store.ts';

export type JobDeps = HandoverDeps & {
  files: Files;
  /** Wakes who waits for a task; told twice, the first time counts. */
  report: (task: LongTask, report: JobReport) => Promise<void>;
};

/** How long a job is an agent's that says nothing more of it (ms). */
export const leaseTime = 60_000;

/** How often a job that may be done twice is handed out. */
const mostAttempts = 3;

const taskOf = ({ tenant_id, task }: AgentJob): LongTask => ({ tenant_id, ...task });

const resultKey = ({ tenant_id, _id }: AgentJob, leaseId: string): string =>
  `${tenant_id}/agent-jobs/${_id}.${leaseId}.json`;

const cutOff = `The agent took this job ${mostAttempts} times and never said what came of it.`;

/** Jobs of agents: handed over by the engine, taken by agents, and told to who waits. */
export const agentJobs = (deps: JobDeps) => {
  const { db, files, clock } = deps;
  const times = () => {
    const now = clock();
    return { iso: isoTime(now), seconds: Math.floor(now / 1000) };
  };

  /** Tells who waits what an ended job came to; what is told is marked so afterwards. */
  const tell = async (job: AgentJob): Promise<void> => {
    const { result_lease, error = unknownOutcome } = job;
    const kept = result_lease && (await files.get(resultKey(job, result_lease)));
    await deps.report(taskOf(job), kept ? (JSON.parse(kept) as JobReport) : { error });
    await jobStore(db, job.tenant_id).told(job);
  };

  const endWith = async (job: AgentJob, error: string): Promise<boolean> => {
    const ended = await jobStore(db, job.tenant_id).end(job, { error }, times());
    if (ended) await tell({ ...job, state: 'ended', error });
    return ended;
  };

  /** Whether its run still waits: what ends the wait takes the pause away. */
  const isWanted = async ({ tenant_id, task }: AgentJob): Promise<boolean> =>
    (await pauseStore(db, tenant_id).get(task)) !== undefined;

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

  return {
    /** Hands the oldest job out that this agent may do; `near` where others are at work. */
    async take(agent: Agent) {
      const { tenant_id, _id: agent_id, name, integration_id } = agent;
      const store = jobStore(db, tenant_id);
      let near = false;
      for await (const job of store.open(integration_id)) {
        near = true;
        if (job.agent !== undefined && job.agent !== name) continue;
        const free = await review(job);
        if (!free) continue;
        const until = isoTime(clock() + leaseTime);
        const lease = { id: randomId('job'), agent_id, until };
        if (!(await store.lease(free, lease))) continue;
        const input: JobInput = jobInput.parse(await deps.readInput(taskOf(job)));
        return { near, job: { ...job, lease, args: input.args } };
      }
      return { near };
    },

    /** False where the agent is to stop: it lost the job, or nobody waits for it. */
    async renew(agent: Agent, jobId: string, leaseId: string): Promise<boolean> {
      const store = jobStore(db, agent.tenant_id);
      const job = await store.get(jobId);
      const isOwn = job?.lease?.id === leaseId && job.lease.agent_id === agent._id;
      if (!job || !isOwn || job.state !== 'leased') return false;
      if (!(await isWanted(job))) {
        await store.withdraw(job, times().seconds);
        return false;
      }
      return !isOver(job) && store.renew(job, isoTime(clock() + leaseTime));
    },

    /** The first result of the lease that holds counts; false where that is another one. */
    async finish(
      agent: Agent,
      { job_id, lease_id }: { job_id: string; lease_id: string },
      report: JobReport,
    ): Promise<boolean> {
      const store = jobStore(db, agent.tenant_id);
      const job = await store.get(job_id);
      const isOwn = job?.lease?.id === lease_id && job.lease.agent_id === agent._id;
      if (!job || !isOwn) return false;
      // Told again, because the agent did not hear that it was taken.
      if (job.state === 'ended') return job.result_lease === lease_id;
      if (job.state !== 'leased') return false;
      await files.put(resultKey(job, lease_id), JSON.stringify(report));
      const result = { result_lease: lease_id };
      if (!(await store.end(job, result, times()))) return false;
      await tell({ ...job, ...result, state: 'ended' });
      return true;
    },

    /** Looks after every job that is due: lapsed, late, or ended and not told. */
    async sweep(): Promise<void> {
      for await (const { tenant_id, _id } of dueJobs(db, times().iso)) {
        const job = await jobStore(db, tenant_id).get(_id);
        const open = job && (await review(job));
        // One that may be done again waits for the next claim.
        if (open?.state === 'leased') deps.ring?.(integrationKey(tenant_id, open.integration_id));
      }
    },
  };
};

export type AgentJobs = ReturnType<typeof agentJobs>;
