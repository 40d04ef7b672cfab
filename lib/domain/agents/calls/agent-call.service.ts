import { isoTime } from '#lib/kernel/clock.ts';
import { jsonExcessReason } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, type Refusal, unauthorised } from '#lib/kernel/refusal.ts';
import { shorten } from '#lib/kernel/value-descriptions.ts';
import type { Agent } from '../agent.schema.ts';
import { agentStore } from '../agent.store.ts';
import type { JobReport } from '../jobs/handover.service.ts';
import { processStore } from '../process.store.ts';
import { callBodies, type ReceivedCall, receivedCall } from './call.schema.ts';
import { type AgentCallDeps, answerClaim } from './claim.service.ts';
import { keepNonce } from './nonce.store.ts';
import { auditRefusedCall } from './refused-call.service.ts';
import { callText, isSignedBy } from './signature.rules.ts';

/** A call as received, with none of its parts validated. */
export type AgentRequest = { [K in keyof ReceivedCall]: string | undefined } & {
  /** The IP address of the sender, where it is known. */
  address?: string;
  /** Aborted when the client no longer waits for the answer, where that can be detected. */
  gone?: AbortSignal;
};

/** The largest accepted difference (ms) between the clock of an agent and ours. */
const skew = 120_000;

/** A caller that cannot be authenticated gets no further details. */
const unknownAgent = () => unauthorised('This agent is unknown, or it did not make this call.');

const wrongClock = (now: number) =>
  unauthorised(`The clock of this agent is wrong. The time of the server is ${isoTime(now)}.`);

/**
 * Returns the agent that signed the call. A call is accepted once, within two minutes of its time.
 * One with a wrong signature, a wrong time or a used nonce is rejected with 401 and audited.
 */
const authenticateAgent = async (
  { db, clock }: AgentCallDeps,
  call: ReceivedCall,
  address: string | undefined,
): Promise<Agent> => {
  const { tenant_id, agent_id, signature, time } = call;
  const agent = await agentStore(db, tenant_id).get(agent_id);
  if (!agent?.public_key) throw unknownAgent();
  const now = clock();
  const refuse = async (reason: string, refusal: Refusal): Promise<never> => {
    await auditRefusedCall(db, agent, { reason, now, address });
    throw refusal;
  };
  if (!isSignedBy(agent.public_key, callText(call), signature)) {
    return refuse('A call was not signed with the key of this agent.', unknownAgent());
  }
  if (Math.abs(now - Number(time)) > skew) {
    return refuse('A call had the wrong time.', wrongClock(now));
  }
  const gone_at = Math.floor((now + 3 * skew) / 1000);
  if (await keepNonce(db, call, gone_at)) return agent;
  return refuse('A call that had already been answered was sent again.', unknownAgent());
};

const parseBody = <K extends keyof typeof callBodies>(
  call: K,
  body: string,
  maxValues?: number,
) => {
  const excessReason = jsonExcessReason(body, maxValues);
  if (excessReason) throw badRequest(`The body ${excessReason}.`);
  let parsedBody: unknown;
  try {
    parsedBody = JSON.parse(body);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  const { success, data } = callBodies[call].safeParse(parsedBody);
  if (!success) throw badRequest('The body is not valid for this call.');
  return data as ReturnType<(typeof callBodies)[K]['parse']>;
};

/** The job and lease ids at the start of a result, where agents write them; read before parsing. */
const readLeaseIds = (body: string): { job_id: string; lease_id: string } | undefined => {
  const front = /^\{"job_id":"([\w-]{1,60})","lease_id":"([\w-]{1,60})",/.exec(body);
  return front?.[1] && front[2] ? { job_id: front[1], lease_id: front[2] } : undefined;
};

/** Error text of a rejected job; the reason is shortened so that the whole fits the limit. */
const rejectedJobText = (reason: string) =>
  shorten(`The agent refused this job: ${reason}`, limits.taskError - 1);

const callHandlers = (
  deps: AgentCallDeps,
  agent: Agent,
  call: ReceivedCall,
  { address, gone }: Pick<AgentRequest, 'address' | 'gone'>,
) => ({
  claims: () =>
    answerClaim(deps, agent, { call, address, gone, ...parseBody('claims', call.body) }),

  lease: async () => {
    const { job_id, lease_id } = parseBody('lease', call.body);
    return { go_on: await deps.jobs.renew(agent, job_id, lease_id) };
  },

  result: async () => {
    const leaseIds = readLeaseIds(call.body);
    const isTaken = leaseIds && (await deps.jobs.taken(agent, leaseIds));
    if (isTaken !== undefined) return { taken: isTaken };
    // Results of jobs that await one may hold long lists; other bodies have the usual JSON limit.
    const result = parseBody('result', call.body, leaseIds && limits.agentResultValues);
    const finish = async (report: JobReport) => ({
      taken: await deps.jobs.finish(agent, result, report),
    });
    if (!('error' in result)) return finish({ output: result.output });
    if (!result.refused) return finish({ error: result.error });
    const reason = rejectedJobText(result.error);
    await auditRefusedCall(deps.db, agent, { reason, now: deps.clock(), address });
    return finish({ error: reason });
  },

  goodbye: async () => {
    await processStore(deps.db, agent.tenant_id).leave(agent._id, call.instance);
    return {};
  },
});

/** Answers one call of an agent, in either edition; throws a `Refusal` where it rejects it. */
export const answerAgent =
  (deps: AgentCallDeps) =>
  async (request: AgentRequest): Promise<{ status: number; body: object }> => {
    const { success, data: call } = receivedCall.safeParse(request);
    if (!success) throw unknownAgent();
    const agent = await authenticateAgent(deps, call, request.address);
    return { status: 200, body: await callHandlers(deps, agent, call, request)[call.call]() };
  };
