import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HandedJob } from '#lib/domain/agents/calls/call.schema.ts';
import { callText, isSignedBy, jobText } from '#lib/domain/agents/calls/signature.rules.ts';
import { serverKey } from '#lib/domain/agents/server-key.rules.ts';
import { openLoopback, type LoopbackRequest } from './loopback.ts';

/** The result that an agent reported for a job. */
export type Result = { output?: unknown; error?: string; refused?: boolean };

type Signed = { text: string; signature: string };
type Answer = { status?: number; body: object | string };

type Waiting = { job: Omit<HandedJob, 'nonce'>; settle: (result: Result) => void };

const hex = () => randomBytes(16).toString('hex');
const headerOf = ({ headers }: LoopbackRequest, name: string) => String(headers[`x-agent-${name}`]);
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * The server that an agent calls: it enrols agents that present a valid key, verifies every
 * signature, and hands out the jobs of a test. Tests change its behaviour through `serverState`.
 */
export const openAgentServer = async () => {
  const tenant_id = `org_${hex()}`;
  const agent_id = `agt_000000000000${hex()}`;
  const { publicKey: server_key, sign } = serverKey(
    'the secret of this server',
    tenant_id,
    agent_id,
  );
  const queue: Waiting[] = [];
  const atWork = new Map<string, Waiting>();
  const serverState = {
    /** Valid enrolment keys. */
    keys: ['cw_first'],
    /** The agent's public key, once it has enrolled. */
    publicKey: '',
    calls_url: '',
    mayContinue: true,
    /** How far the server's clock is ahead, in milliseconds. */
    ahead: 0,
    /** Changes a signed job on its way to the agent, as an attacker would. */
    alter: (signed: Signed): Signed => signed,
    /** Answer to every signed call, while it is set. */
    refuse: undefined as Answer | undefined,
    /** Answers that precede the server's own; each is used for one call of its name. */
    next: [] as (Answer & { call: string })[],
    /** The number of attempts to enrol. */
    enrolments: 0,
    /** Reported results, each with its job's id. */
    results: [] as (Result & { job_id: string })[],
    /** A text with this server's signature. */
    signed: (text: string): Signed => ({ text, signature: sign(jobText(text)) }),
    /** The facts that agents sent with their requests for work. */
    claims: [] as { facts: Record<string, string>; room: boolean }[],
  };

  const enrol = ({ headers, body }: LoopbackRequest): Answer => {
    serverState.enrolments += 1;
    if (!serverState.keys.includes(String(headers.authorization))) {
      return { status: 409, body: { error: 'This key is spent.' } };
    }
    serverState.publicKey = JSON.parse(body.toString()).public_key;
    return { body: { agent_id, tenant_id, server_key, calls_url: serverState.calls_url } };
  };

  const claim = async (
    nonce: string,
    body: (typeof serverState.claims)[number],
  ): Promise<Answer> => {
    serverState.claims.push(body);
    await pause(20);
    const next = body.room ? queue.shift() : undefined;
    if (!next) return { body: { wait_seconds: 0.05 } };
    atWork.set(next.job.job_id, next);
    const text = JSON.stringify({ nonce, ...next.job } satisfies HandedJob);
    const job = serverState.alter(serverState.signed(text));
    return { body: { job, wait_seconds: 0 } };
  };

  const signedCall = async (request: LoopbackRequest): Promise<Answer> => {
    const call = request.path.split('/').at(-1) ?? '';
    const [time, nonce, instance, signature] = ['time', 'nonce', 'instance', 'signature'].map(
      (name) => headerOf(request, name),
    ) as [string, string, string, string];
    const body = request.body.toString();
    const text = callText({ tenant_id, agent_id, call, time, nonce, instance, body });
    if (!isSignedBy(serverState.publicKey, text, signature)) return { status: 401, body: {} };
    if (serverState.refuse) return serverState.refuse;
    const at = serverState.next.findIndex((one) => one.call === call);
    const [special] = at < 0 ? [] : serverState.next.splice(at, 1);
    if (special) return special;
    const payload = JSON.parse(body);
    if (call === 'claims') return claim(nonce, payload);
    if (call === 'lease') return { body: { go_on: serverState.mayContinue } };
    if (call === 'result') {
      const { job_id, lease_id, ...result } = payload;
      serverState.results.push({ job_id, ...result });
      atWork.get(job_id)?.settle(result);
      return { body: { taken: atWork.delete(job_id) } };
    }
    return { body: {} };
  };

  const peer = await openLoopback(async (request) => {
    const isEnrolment = request.path.endsWith('/enrolment');
    const { status = 200, body } = isEnrolment ? enrol(request) : await signedCall(request);
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  });
  serverState.calls_url = peer.endpoint;

  /** Hands out a job; returns the result that the agent reports. */
  const ask = (kind: string, args: object, seconds = 60): Promise<Result> =>
    new Promise((settle) => {
      const now = Date.now() + serverState.ahead;
      const ids = { tenant_id, agent_id, job_id: `job_${hex()}`, lease_id: hex() };
      const times = { handed_at: iso(now), deadline: iso(now + seconds * 1000) };
      queue.push({ job: { ...ids, kind, args: { ...args }, ...times }, settle });
    });

  return {
    url: peer.endpoint,
    agent_id,
    serverState,
    ask,
    /** Whether a job has been taken and has no result yet. */
    isAtWork: () => atWork.size > 0,
    close: peer.close,
  };
};

export type AgentServer = Awaited<ReturnType<typeof openAgentServer>>;
