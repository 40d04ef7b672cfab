// Asks for work, does it, and says what came of it.
import { setTimeout as wait } from 'node:timers/promises';
import type { HandedJob } from '../lib/domain/agents/calls/call.schema.ts';
import { isSignedBy, jobText } from '../lib/domain/agents/calls/signature.rules.ts';
import { type Answered, CallRefused, type Calls } from './calls.ts';
import type { Identity } from './identity.ts';
import type { Kinds } from './kinds/run.ts';
import { tell } from './log.ts';
import { outcomeOf, sentenceOf } from './outcome.ts';

/** Jobs at a time. */
const most = 4;
/** How often a job says that it is still at work (ms). */
const renewEvery = 20_000;
/** Until the next attempt (ms) after one that was not answered, at most. */
const longestPause = 30_000;
/** Until the next claim (ms) of an agent that the server does not know, at most. */
const strangersPause = 300_000;
/** How long (ms) a result is sent again beyond the time of its job. */
const overtime = 60_000;

type Options = { identity: Identity; calls: Calls; kinds: Kinds; facts: object };

/** What a job is, where it was signed for this agent and this claim; else why it is refused. */
const readJob = (
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

/** How long (ms) a job may take: by the clock of the server, as this one may be off. */
const timeFor = ({ deadline, handed_at }: HandedJob): number =>
  Math.max(1, Date.parse(deadline) - Date.parse(handed_at));

/** Whether the server knows this agent no longer: it was deleted, or has another key. */
const isRevoked = (error: unknown): boolean =>
  error instanceof CallRefused && error.status === 401;

/** The ids in a job that is not to be trusted: only to say that it is refused. */
const idsIn = (text: string): { job_id: string; lease_id: string } | undefined => {
  try {
    const { job_id, lease_id } = JSON.parse(text) as Partial<HandedJob>;
    return job_id && lease_id ? { job_id, lease_id } : undefined;
  } catch {
    return undefined;
  }
};

/** Whether another try may do: the server, or what lies before it, has no time now. */
const isBusy = ({ status }: CallRefused): boolean =>
  status >= 500 || status === 408 || status === 429;

/** Sends until it is taken; answers how it was refused, where that is for good. */
const send = async (calls: Calls, body: object, ends: number): Promise<CallRefused | undefined> => {
  for (let pause = 500; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      const { answer } = await calls.send('result', body);
      if (answer.taken !== true) tell('a result came too late');
      return undefined;
    } catch (error) {
      const refusal = error instanceof CallRefused && !isBusy(error) ? error : undefined;
      if (refusal || performance.now() > ends) {
        tell('a result was not taken', { why: sentenceOf(error) });
        return refusal;
      }
      await wait(pause);
    }
  }
};

/**
 * Tells what came of a job. A result that is lost would be an unknown outcome: one that is refused,
 * say by a proxy that lets less through, is told as that.
 */
const deliver = async (
  calls: Calls,
  { leased, came }: { leased: { job_id: string; lease_id: string }; came: object },
  ms: number,
): Promise<void> => {
  const ends = performance.now() + ms + overtime;
  const refusal = await send(calls, { ...leased, ...came }, ends);
  if (!refusal || isRevoked(refusal)) return;
  const status = `status ${refusal.status}: ${refusal.message.trim()}`;
  const said =
    'output' in came
      ? 'The agent did this job, but the server did not take its result. Look at the other ' +
        'system before you run it again. '
      : `${'error' in came ? String(came.error) : ''} The server did not take more of it. `;
  const error = sentenceOf(`${said}(${status})`);
  await send(calls, { ...leased, error, refused: false }, ends);
};

/** Opens the loop; `run` resolves once `stop` was called and nothing is at work. */
export const openWork = ({ identity, calls, kinds, facts }: Options) => {
  const atWork = new Set<Promise<void>>();
  const stopping = new AbortController();

  const perform = async (job: HandedJob): Promise<void> => {
    const { job_id, lease_id, kind } = job;
    const ms = timeFor(job);
    const stop = new AbortController();
    const leased = { job_id, lease_id };
    const renew = async () => {
      const { answer } = await calls.send('lease', leased);
      if (answer.go_on !== true) stop.abort();
    };
    const lost = (error: unknown) => {
      if (isRevoked(error)) stop.abort();
    };
    const renewal = setInterval(() => void renew().catch(lost), renewEvery);
    tell('job begun', { job_id, kind });
    try {
      const left = AbortSignal.timeout(ms);
      const signal = AbortSignal.any([stop.signal, left]);
      const run = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
      const came = await outcomeOf(run, job, { signal, isOver: () => left.aborted });
      tell('job ended', { job_id, kind, done: 'output' in came, withdrawn: stop.signal.aborted });
      if (!stop.signal.aborted) await deliver(calls, { leased, came }, ms);
    } finally {
      clearInterval(renewal);
    }
  };

  const begin = (work: Promise<void>): void => {
    const one = work.finally(() => atWork.delete(one));
    atWork.add(one);
  };

  const take = ({ answer, nonce }: Answered): void => {
    const handed = answer.job as { text: string; signature: string } | undefined;
    if (!handed) return;
    const job = readJob(identity, handed, nonce);
    if (typeof job !== 'string') {
      begin(perform(job));
      return;
    }
    tell('a job was refused', { why: job });
    const ids = idsIn(handed.text);
    if (ids) begin(deliver(calls, { leased: ids, came: { error: job, refused: true } }, 0));
  };

  /** One claim; answers how long (ms) to wait until the next. */
  const claim = async (): Promise<number> => {
    const room = atWork.size < most;
    const answered = await calls.send('claims', { facts, room }, stopping.signal);
    take(answered);
    return Number(answered.answer.wait_seconds ?? 15) * 1000;
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
        pause = Math.min(500 * 2 ** failures, isRevoked(error) ? strangersPause : longestPause);
        tell('a claim was not answered', { why: sentenceOf(error) });
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await Promise.allSettled(atWork);
    await calls.send('goodbye', {}).catch(() => undefined);
  };

  return { run, stop: () => stopping.abort() };
};
