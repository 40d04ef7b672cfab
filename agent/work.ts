// Asks for work, does it and reports the outcome.
import { setTimeout as wait } from 'node:timers/promises';
import type { HandedJob } from '../lib/domain/agents/calls/call.schema.ts';
import { isSignedBy, jobText } from '../lib/domain/agents/calls/signature.rules.ts';
import { type CallAnswer, CallRefused, type Calls } from './calls.ts';
import type { Identity } from './identity.ts';
import type { Kinds } from './kinds/job-handler.ts';
import { writeLog } from './log.ts';
import { errorMessageOf, outcomeOf } from './outcome.ts';

/** Jobs at the same time. */
const maxParallelJobs = 4;
/** How often the lease of a job is renewed (ms). */
const renewInterval = 20_000;
/** The longest pause (ms) before the next attempt after one without an answer. */
const maxPause = 30_000;
/** The longest pause (ms) before the next claim of an agent that the server does not know. */
const unknownAgentPause = 300_000;
/** How long (ms) sending a result is retried after the job's time is over. */
const reportingGrace = 60_000;

type Options = { identity: Identity; calls: Calls; kinds: Kinds; facts: object };

/** Returns the job if it was signed for this agent and this claim; otherwise why it is rejected. */
const verifyJob = (
  { agent_id, tenant_id, server_key }: Identity,
  { text, signature }: { text: string; signature: string },
  nonce: string,
): HandedJob | string => {
  if (!isSignedBy(server_key, jobText(text), signature)) return 'its signature is wrong.';
  const job = JSON.parse(text) as HandedJob;
  if (job.agent_id !== agent_id || job.tenant_id !== tenant_id) return 'it is for another agent.';
  if (job.nonce !== nonce) return 'it was handed out before.';
  return job;
};

/** How long (ms) a job may take, by the server's clock, since the local one may be wrong. */
const timeLimitOf = ({ deadline, handed_at }: HandedJob): number =>
  Math.max(1, Date.parse(deadline) - Date.parse(handed_at));

/** Whether the server no longer knows this agent: it was deleted, or has another key. */
const isRevoked = (error: unknown): boolean => error instanceof CallRefused && error.status === 401;

/** The ids in an untrusted job, used only to report that it is rejected. */
const idsIn = (text: string): { job_id: string; lease_id: string } | undefined => {
  try {
    const { job_id, lease_id } = JSON.parse(text) as Partial<HandedJob>;
    return job_id && lease_id ? { job_id, lease_id } : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a retry may succeed: the server, or a proxy in front of it, is overloaded. */
const isBusy = ({ status }: CallRefused): boolean =>
  status >= 500 || status === 408 || status === 429;

/** Retries until the result is accepted; returns the error if it is finally rejected. */
const send = async (
  calls: Calls,
  body: object,
  deadline: number,
): Promise<CallRefused | undefined> => {
  for (let pause = 500; ; pause = Math.min(pause * 2, maxPause)) {
    try {
      const { answer } = await calls.send('result', body);
      if (answer.taken !== true) writeLog('a result came too late');
      return undefined;
    } catch (error) {
      const refusal = error instanceof CallRefused && !isBusy(error) ? error : undefined;
      if (refusal || performance.now() > deadline) {
        writeLog('a result was not taken', { why: errorMessageOf(error) });
        return refusal;
      }
      await wait(pause);
    }
  }
};

/**
 * Reports the outcome of a job. If the result itself is rejected, for example by a proxy with a
 * size limit, that is reported as an error: otherwise the outcome would stay unknown.
 */
const deliver = async (
  calls: Calls,
  { lease, outcome }: { lease: { job_id: string; lease_id: string }; outcome: object },
  ms: number,
): Promise<void> => {
  const deadline = performance.now() + ms + reportingGrace;
  const refusal = await send(calls, { ...lease, ...outcome }, deadline);
  if (!refusal || isRevoked(refusal)) return;
  const status = `status ${refusal.status}: ${refusal.message.trim()}`;
  const explanation =
    'output' in outcome
      ? 'The agent did this job, but the server did not take its result. Look at the other ' +
        'system before you run it again. '
      : `${'error' in outcome ? String(outcome.error) : ''} The server did not take more of it. `;
  const error = errorMessageOf(`${explanation}(${status})`);
  await send(calls, { ...lease, error, refused: false }, deadline);
};

/** Opens the loop; `run` resolves once `stop` was called and all jobs have ended. */
export const openWork = ({ identity, calls, kinds, facts }: Options) => {
  const activeTasks = new Set<Promise<void>>();
  const stopping = new AbortController();

  const perform = async (job: HandedJob): Promise<void> => {
    const { job_id, lease_id, kind } = job;
    const ms = timeLimitOf(job);
    const stop = new AbortController();
    const lease = { job_id, lease_id };
    const renew = async () => {
      const { answer } = await calls.send('lease', lease);
      if (answer.go_on !== true) stop.abort();
    };
    const onRenewalError = (error: unknown) => {
      if (isRevoked(error)) stop.abort();
    };
    const renewal = setInterval(() => void renew().catch(onRenewalError), renewInterval);
    writeLog('job begun', { job_id, kind });
    try {
      const timeout = AbortSignal.timeout(ms);
      const signal = AbortSignal.any([stop.signal, timeout]);
      const run = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
      const outcome = await outcomeOf(run, job, { signal, isTimedOut: () => timeout.aborted });
      const withdrawn = stop.signal.aborted;
      writeLog('job ended', { job_id, kind, done: 'output' in outcome, withdrawn });
      if (!withdrawn) await deliver(calls, { lease, outcome }, ms);
    } finally {
      clearInterval(renewal);
    }
  };

  const begin = (task: Promise<void>): void => {
    const one = task.finally(() => activeTasks.delete(one));
    activeTasks.add(one);
  };

  const acceptJob = ({ answer, nonce }: CallAnswer): void => {
    const signedJob = answer.job as { text: string; signature: string } | undefined;
    if (!signedJob) return;
    const job = verifyJob(identity, signedJob, nonce);
    if (typeof job !== 'string') {
      begin(perform(job));
      return;
    }
    writeLog('a job was refused', { why: job });
    const ids = idsIn(signedJob.text);
    if (ids) begin(deliver(calls, { lease: ids, outcome: { error: job, refused: true } }, 0));
  };

  /** Makes one claim; returns how long (ms) to wait until the next. */
  const claim = async (): Promise<number> => {
    const hasRoom = activeTasks.size < maxParallelJobs;
    const callAnswer = await calls.send('claims', { facts, room: hasRoom }, stopping.signal);
    acceptJob(callAnswer);
    return Number(callAnswer.answer.wait_seconds ?? 15) * 1000;
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      let pause: number;
      try {
        pause = await claim();
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) break;
        failures += 1;
        pause = Math.min(500 * 2 ** failures, isRevoked(error) ? unknownAgentPause : maxPause);
        writeLog('a claim was not answered', { why: errorMessageOf(error) });
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await Promise.allSettled(activeTasks);
    await calls.send('goodbye', {}).catch(() => undefined);
  };

  return { run, stop: () => stopping.abort() };
};
