import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { randomId } from '#lib/kernel/ids.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Agent } from '../agent.schema.ts';
import type { JobReport } from './handover.service.ts';
import { integrationKey } from './job.rules.ts';
import { type AgentJob, jobInput } from './job.schema.ts';
import { dueJobs, jobStore } from './job.store.ts';
import { type JobDeps, jobReview, resultKey, taskOf } from './review.service.ts';

/** How long (ms) a lease lasts without being renewed. */
const leaseTime = 60_000;

type Deps = JobDeps & { log: Log };

type Lease = { job_id: string; lease_id: string };

/** The job, if it awaits the result of this lease; else whether the result was already accepted. */
const readLeaseState = async (
  db: Database,
  agent: Agent,
  { job_id, lease_id }: Lease,
): Promise<AgentJob | boolean> => {
  const job = await jobStore(db, agent.tenant_id).get(job_id);
  const isOwn = job?.lease?.id === lease_id && job.lease.agent_id === agent._id;
  if (!job || !isOwn) return false;
  // The agent repeats its result because it did not receive the answer.
  if (job.state === 'ended') return job.result_lease === lease_id;
  return job.state === 'leased' && job;
};

/**
 * Reviews every job that is due: lapsed, late, or ended and not yet reported. A job whose review
 * fails does not keep those of any organisation from being reviewed.
 */
const sweepOf =
  ({ db, clock, log }: Deps, reviewJob: (job: Pick<AgentJob, 'tenant_id' | '_id'>) => unknown) =>
  async (): Promise<void> => {
    let failureCount = 0;
    for await (const job of dueJobs(db, isoTime(clock()))) {
      try {
        await reviewJob(job);
      } catch (error) {
        failureCount += 1;
        const { tenant_id } = job;
        log.error('A job of an agent could not be reviewed.', { tenant_id, error });
      }
    }
    if (failureCount > 0)
      throw new Error(`Jobs of agents that could not be reviewed: ${failureCount}.`);
  };

/** The jobs of agents: how agents take, renew and end them, and the sweep for silent agents. */
export const agentJobs = (deps: Deps) => {
  const { db, files, clock } = deps;
  const { times, reportOutcome, leaveOut, isAwaited, isOverdue, review } = jobReview(deps);

  const argsOf = async (job: AgentJob): Promise<Record<string, unknown>> => {
    const task = taskOf(job);
    return task ? jobInput.parse(await deps.readInput(task)).args : (job.args ?? {});
  };

  return {
    /**
     * Leases the oldest job that this agent may do; `hasOpenJobs` if the integration has open jobs.
     */
    async take(agent: Agent) {
      const { tenant_id, _id: agent_id, name, integration_id } = agent;
      const store = jobStore(db, tenant_id);
      let hasOpenJobs = false;
      for await (const job of store.open(integration_id)) {
        hasOpenJobs = true;
        if (job.agent !== undefined && job.agent !== name) continue;
        const availableJob = await review(job);
        if (!availableJob) continue;
        const until = isoTime(clock() + leaseTime);
        const lease = { id: randomId('job'), agent_id, until };
        if (!(await store.lease(availableJob, lease))) continue;
        return { hasOpenJobs, job: { ...job, lease, args: await argsOf(job) } };
      }
      return { hasOpenJobs };
    },

    /** False if the agent is to stop: it lost the job, or the job is over or no longer awaited. */
    async renew(agent: Agent, jobId: string, leaseId: string): Promise<boolean> {
      const store = jobStore(db, agent.tenant_id);
      const job = await store.get(jobId);
      const isOwn = job?.lease?.id === leaseId && job.lease.agent_id === agent._id;
      if (!job || !isOwn || job.state !== 'leased') return false;
      if (!(await isAwaited(job))) {
        await store.withdraw(job, times().seconds);
        return false;
      }
      return !isOverdue(job) && store.renew(job, isoTime(clock() + leaseTime));
    },

    /** Whether the result of this lease was accepted; undefined while the job still awaits it. */
    async taken(agent: Agent, lease: Lease): Promise<boolean | undefined> {
      const job = await readLeaseState(db, agent, lease);
      return typeof job === 'boolean' ? job : undefined;
    },

    /** Accepts the first result of the current lease; false if another lease's result counts. */
    async finish(agent: Agent, lease: Lease, report: JobReport): Promise<boolean> {
      const job = await readLeaseState(db, agent, lease);
      if (typeof job === 'boolean') return job;
      const { lease_id } = lease;
      const store = jobStore(db, agent.tenant_id);
      await files.put(resultKey(job, lease_id), JSON.stringify(report));
      const result = { result_lease: lease_id };
      if (!(await store.end(job, result, times()))) return leaveOut(job, lease_id);
      await reportOutcome({ ...job, ...result, state: 'ended' });
      return true;
    },

    sweep: sweepOf(deps, async ({ tenant_id, _id }) => {
      const job = await jobStore(db, tenant_id).get(_id);
      const openJob = job && (await review(job));
      // A job that may be repeated waits for the next claim.
      if (openJob?.state === 'leased')
        deps.ring?.(integrationKey(tenant_id, openJob.integration_id));
    }),
  };
};

export type AgentJobs = ReturnType<typeof agentJobs>;
