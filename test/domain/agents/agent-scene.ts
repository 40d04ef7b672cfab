import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { answerAgent } from '#lib/domain/agents/calls/agent-call.service.ts';
import type { HandedJob } from '#lib/domain/agents/calls/call.schema.ts';
import { callText, isSignedBy, jobText } from '#lib/domain/agents/calls/signature.rules.ts';
import { beginJob, endOverdueJob } from '#lib/domain/agents/jobs/handover.service.ts';
import { agentJobs } from '#lib/domain/agents/jobs/job.service.ts';
import type { JobDeps } from '#lib/domain/agents/jobs/review.service.ts';
import type { JobInput } from '#lib/domain/agents/jobs/job.schema.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { taskReport } from '#lib/domain/executions/runs/task-report.service.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openBell } from '#lib/local/bell.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { openScene } from '../scene.ts';

const facts = { version: '1.0.0', os: 'Linux', architecture: 'x64' };

/** An agent's program as the server sees it: it signs calls, and can be made to do so wrongly. */
export type Program = {
  agent_id: string;
  server_key: string;
  key: KeyObject;
  instance: string;
};

const hex = () => randomBytes(16).toString('hex');

/** Agents of one organisation, with jobs that a test hands over; claims may wait for one. */
export const openAgents = (world: TestDatabase, holding = false) => {
  const scene = openScene(world);
  const { db, clock, files, log, tenant_id, root, time } = scene;
  const inputs = new Map<string, unknown>();
  const reports: { task: LongTask; report: unknown }[] = [];
  const readInput = async ({ node_id }: LongTask) => inputs.get(node_id);
  /** Whether all reports fail, or those of a certain node. */
  const failing: { report: { fail: boolean | string } } = { report: { fail: false } };
  const report: JobDeps['report'] = async (task, input) => {
    const { fail } = failing.report;
    if (fail === true || fail === task.node_id) throw new Error('The process died.');
    const isNew = reports.every((one) => one.task.node_id !== task.node_id);
    if (isNew) reports.push({ task, report: taskReport.parse(input) });
  };
  const bell = openBell();
  const handover = { db, clock, readInput, ring: bell.ring };
  const jobs = agentJobs({ ...handover, files, log, report });
  /** Runs once after a claim has looked for work, before its result is returned. */
  const lookupHook: { once?: (() => Promise<unknown>) | undefined } = {};
  const take: typeof jobs.take = async (agent) => {
    const found = await jobs.take(agent);
    const { once } = lookupHook;
    lookupHook.once = undefined;
    await once?.();
    return found;
  };
  const hashKey = () => 'the text that keys hashes';
  const answer = answerAgent({
    db,
    clock,
    hashKey,
    jobs: { ...jobs, take },
    ...(holding && { hold: { ms: 60_000, listen: bell.listen } }),
  });

  /** An integration with an agent that has enrolled. */
  const enrol = async (
    name = 'main',
    type: 'kubernetes' | 'linux' = 'kubernetes',
    into?: string,
  ) => {
    const form = { cspName: type, alias: `Where ${name} is`, groups: ['Platform'] };
    const integration_id =
      into ??
      (await scene.integrations.createIntegration(root, newIntegration.parse(form))).accountId;
    const request = { name, integration_id, integration_type: type };
    const { agent_id } = await scene.agents.createAgent(root, request);
    const { api_key_id } = await scene.agents.createAgentKey(root, { agent_id });
    const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
    const public_key = String(publicKey.export({ format: 'jwk' }).x);
    const caller = { ...root, key_id: api_key_id, entity_type: 'agent' as const };
    const { server_key } = await scene.agents.enrolAgent(caller, { agent_id, public_key, facts });
    const program: Program = { agent_id, server_key, key, instance: hex() };
    return { ...program, integration_id };
  };

  /** A call as the program signs it; `change` is a manipulation on the way. */
  const requestOf = (program: Program, call: string, body: object, change: object = {}) => {
    const { agent_id, key, instance } = program;
    const text = JSON.stringify(body);
    const time_ = String(time.now);
    const signed = { tenant_id, agent_id, call, time: time_, nonce: hex(), instance, body: text };
    const signature = sign(null, Buffer.from(callText(signed)), key).toString('base64url');
    return { ...signed, signature, address: '203.0.113.9', ...change };
  };

  const call = async (program: Program, name: string, body: object, change: object = {}) => {
    const request = requestOf(program, name, body, change);
    return { nonce: request.nonce, ...(await answer(request)) };
  };

  /** Asks for work on a connection that may end; returns the job if its signature is valid. */
  const claim = async (program: Program, connection: { gone?: AbortSignal } = {}) => {
    const request = { facts, room: true };
    const { nonce, body } = await call(program, 'claims', request, connection);
    const response = body as { job?: { text: string; signature: string }; wait_seconds: number };
    const { job } = response;
    if (job && !isSignedBy(program.server_key, jobText(job.text), job.signature)) {
      throw new Error('The job is not signed by the key of the server.');
    }
    const handedJob = job && (JSON.parse(job.text) as HandedJob);
    if (handedJob && handedJob.nonce !== nonce) throw new Error('The job is not of this claim.');
    return { ...response, job: handedJob };
  };

  const give = async (program: Program, job: HandedJob, result: object) => {
    const { job_id, lease_id } = job;
    return (await call(program, 'result', { job_id, lease_id, ...result })).body;
  };

  /** A run that waits for a job. */
  const handOver = async (
    node_id: string,
    input: Partial<JobInput> & { integration_id: string },
    seconds = 600,
  ): Promise<LongTask> => {
    const position = { bot_exc_id: 'exc_1', lane: '', node_id };
    const task = { tenant_id, ...position, until: isoTime(time.now + seconds * 1000) };
    inputs.set(node_id, { kind: 'kubernetes.list', args: {}, idempotent: true, ...input });
    await pauseStore(db, tenant_id).put(position, `token of ${node_id}`);
    await beginJob(handover)(task);
    return task;
  };

  const endOverdue = endOverdueJob({ db, clock });
  const does = { answer, requestOf, call, claim, give, enrol, handOver };
  return { ...scene, ...does, jobs, late: endOverdue, reports, failing, looked: lookupHook };
};
