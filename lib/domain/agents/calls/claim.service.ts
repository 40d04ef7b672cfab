import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import { markAgentConnected } from '../../integrations/agent-connected.service.ts';
import type { Agent } from '../agent.schema.ts';
import { agentStore } from '../agent.store.ts';
import { processStore } from '../process.store.ts';
import { integrationKey } from '../jobs/job.rules.ts';
import type { AgentJobs } from '../jobs/job.service.ts';
import { serverKey } from '../server-key.rules.ts';
import { agentVersion } from '../version.schema.ts';
import type { ClaimAnswer, HandedJob, ReceivedCall } from './call.schema.ts';
import { auditRefusedCall } from './refused-call.service.ts';
import { jobText } from './signature.rules.ts';

/**
 * A subscription to new work. `rung` resolves when work has arrived since the subscription began,
 * after `ms`, or when `gone` is aborted.
 */
type WorkSubscription = {
  rung: (ms: number, gone?: AbortSignal) => Promise<void>;
  end: () => void;
};

export type AgentCallDeps = {
  db: Database;
  clock: Clock;
  hashKey: ReadKey;
  jobs: AgentJobs;
  /** Lets a claim wait up to `ms` for work, which `listen` announces; absent on AWS. */
  hold?: { ms: number; listen: (integrationKey: string) => WorkSubscription };
};

/** Seconds until the next claim: while the integration has open jobs, and while it has none. */
const busyWaitSeconds = 2;
const idleWaitSeconds = 15;

/** Grace period (ms) after the next claim is due, before a silent process counts as gone. */
const silenceGrace = 10_000;

type Claim = {
  call: ReceivedCall;
  address?: string | undefined;
  /** Aborted when the client no longer waits for the answer. */
  gone?: AbortSignal | undefined;
  facts: Partial<Agent>;
  room: boolean;
};

/** Only one process may use the key of an agent; a second one must wait until the first is gone. */
const keyInUse = () =>
  conflict(
    'Another process uses the key of this agent. If you did not start it, delete this agent in ' +
      'the console.',
  );

const keyInUseReason = 'Another process used the key of this agent while one was running.';

/** Records that this process is running; throws 409 while another process uses the same key. */
const recordPresence = async (
  { db, clock, hold }: AgentCallDeps,
  agent: Agent,
  { call, address, facts }: Claim,
): Promise<void> => {
  const now = clock();
  const silent = Math.max(hold?.ms ?? 0, idleWaitSeconds * 1000) + silenceGrace;
  const running = { instance: call.instance, until: isoTime(now + silent) };
  const at = isoTime(now);
  const fields = {
    ...facts,
    ...(address !== undefined && { ip_address: address }),
    running,
    last_claim_at: at,
    status: 'REGISTRATION_COMPLETED' as const,
  };
  if (!(await processStore(db, agent.tenant_id).claim(agent, fields, at))) {
    await auditRefusedCall(db, agent, { reason: keyInUseReason, now, address });
    throw keyInUse();
  }
  // While the agent was offline, the daily test of its integration may have failed.
  const wasThere = agent.running !== undefined && agent.running.until >= at;
  if (wasThere) return;
  const { tenant_id, integration_id, name } = agent;
  await markAgentConnected(db, tenant_id, { integration_id, name, now });
};

/** A job, signed for this claim only. */
const signJob = async (
  { hashKey, clock }: AgentCallDeps,
  { tenant_id, _id: agent_id }: Agent,
  nonce: string,
  { _id: job_id, lease, kind, args, task }: NonNullable<TakenJob['job']>,
): Promise<ClaimAnswer['job']> => {
  const job: HandedJob = {
    nonce,
    tenant_id,
    agent_id,
    job_id,
    lease_id: lease.id,
    kind,
    args,
    handed_at: isoTime(clock()),
    deadline: task.until,
  };
  const text = JSON.stringify(job);
  return { text, signature: serverKey(await hashKey(), tenant_id, agent_id).sign(jobText(text)) };
};

type TakenJob = Awaited<ReturnType<AgentCallDeps['jobs']['take']>>;

/** Whether the process that sent the claim still is the one that uses the key of its agent. */
const isStillCurrent = async (
  { db }: AgentCallDeps,
  { tenant_id, _id, public_key }: Agent,
  { call, gone }: Claim,
): Promise<boolean> => {
  if (gone?.aborted) return false;
  const current = await agentStore(db, tenant_id).get(_id);
  return current?.public_key === public_key && current?.running?.instance === call.instance;
};

/** A job, or the seconds until the next claim. Where `hold` is set, the claim waits for a job. */
const takeJob = async (
  deps: AgentCallDeps,
  agent: Agent,
  claim: Claim,
): Promise<{ job?: TakenJob['job']; wait_seconds: number }> => {
  const { hold, jobs, clock } = deps;
  const key = integrationKey(agent.tenant_id, agent.integration_id);
  const deadline = clock() + (hold?.ms ?? 0);
  for (let hasWaited = false; ; hasWaited = true) {
    // Subscribes before it looks: a job that arrives in between would otherwise be missed.
    const subscription = hold?.listen(key);
    try {
      // A job must not be handed to a process that went away while its claim waited.
      if (hasWaited && !(await isStillCurrent(deps, agent, claim))) return { wait_seconds: 0 };
      const { job, hasOpenJobs } = await jobs.take(agent);
      if (job) return { job, wait_seconds: 0 };
      const remainingMs = deadline - clock();
      if (!subscription) return { wait_seconds: hasOpenJobs ? busyWaitSeconds : idleWaitSeconds };
      if (remainingMs <= 0) return { wait_seconds: 0 };
      // A job that another agent releases is not announced, so look again soon.
      await subscription.rung(
        hasOpenJobs ? Math.min(remainingMs, busyWaitSeconds * 1000) : remainingMs,
        claim.gone,
      );
    } finally {
      subscription?.end();
    }
  }
};

/**
 * Hands out a job, or says how long (s) to wait before the next claim; throws 409 as
 * `recordPresence`.
 */
export const answerClaim = async (
  deps: AgentCallDeps,
  agent: Agent,
  claim: Claim,
): Promise<ClaimAnswer> => {
  await recordPresence(deps, agent, claim);
  const latest = agentVersion;
  if (!claim.room) return { wait_seconds: busyWaitSeconds, latest };
  const { job, wait_seconds } = await takeJob(deps, agent, claim);
  const answer = job && (await signJob(deps, agent, claim.call.nonce, job));
  return { ...(answer && { job: answer }), wait_seconds, latest };
};
