import { type Values, valuesOf } from '#lib/domain/actions/action-call.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { counted } from '#lib/kernel/text.ts';
import { isFailed } from '../../nodes/attempt.ts';
import {
  type Done,
  type EffectCall,
  failed,
  type Failed,
  hopeless,
  pretended,
} from '../../nodes/node.ts';
import type { Asked } from '../kind.ts';
import {
  type Answered,
  callWords,
  type ClientCall,
  makeCall,
  readCall,
  sentWords,
} from './client-call.ts';
import { clientFor, openClients } from './clients.ts';
import { endOf, inputsOf, type PassEnd, program, type RecordedCall } from './program.ts';
import { type CallRecord, openRecord } from './recorded.ts';

/** A call that was made, as people are shown it. */
const shown = ({ call, answer }: RecordedCall) => {
  const read = readCall(call);
  if (typeof read === 'string') return answer;
  const { client, method, path } = read;
  const came = 'error' in answer ? answer : { status: answer.status };
  return { client, method, path: path.slice(0, 200), ...came };
};

const wordsOf = (text: string | undefined): string => {
  const read = text === undefined ? 'none' : readCall(text);
  return typeof read === 'string' ? read : callWords(read);
};

/** The code made another call than in the pass before, so the recorded answers do not fit. */
const differs = (
  { at, call }: Extract<PassEnd, { type: 'differs' }>,
  before: readonly RecordedCall[],
): Failed =>
  hopeless(
    `Call ${at + 1} of the code was ${wordsOf(before[at]?.call)}, and is ${wordsOf(call)} now or ` +
      'sends something else. The code runs again after each call, and must make the same calls ' +
      'each time: take the time from started_at, random numbers from random, and sort sets.',
  );

const wrongCall = (why: string): Failed => hopeless(`The code made an invalid call: ${why}`);

const tooLarge = (bytes: number): Failed => {
  const [has, may] = [bytes, limits.pythonInputs].map((one) => Math.ceil(one / 2 ** 20));
  const why = `The values and the answers of its calls are ${has} MB; the limit is ${may} MB.`;
  return hopeless(`${why} Request less from the services.`);
};

type Work = {
  call: EffectCall;
  asked: Asked<'python'>;
  record: CallRecord;
  /** When it must have ended, by `performance.now()`, and its time limit in seconds. */
  ends: number;
  seconds: number;
};

type Passed = { stdout: string; end: PassEnd | Failed };

const leftOf = ({ ends }: Work): number => ends - performance.now();

const tooLate = ({ seconds, record: { calls } }: Work): Failed =>
  failed(
    `It did not end within ${seconds} s, with ${counted(calls.length, 'call')} made. ` +
      'Raise the timeout of the node, or make fewer calls: the code runs again after each.',
  );

/** Runs the code once, up to its end or to a call without a recorded answer. */
const pass = async (work: Work): Promise<Passed> => {
  const { call, asked, record } = work;
  const timeoutMs = leftOf(work);
  if (timeoutMs <= 0) return { stdout: '', end: tooLate(work) };
  const { code, clients } = asked.action.call;
  const { started_at, inputs: values, calls } = record;
  const names = clients.map(({ name }) => name);
  const given = { code, clients: names, inputs: values, started_at, seed: call.key };
  const inputs = inputsOf({ ...given, recorded: calls });
  const size = Buffer.byteLength(JSON.stringify(inputs));
  if (size > limits.pythonInputs) return { stdout: '', end: tooLarge(size) };
  const run = { tenant_id: call.tenant_id, code: program, inputs, timeoutMs };
  const { stdout, ...came } = await call.deps.python.run(run);
  if (!('error' in came)) return { stdout, end: endOf(came.result) };
  return { stdout, end: leftOf(work) <= 0 ? tooLate(work) : failed(came.error) };
};

/** The outcome of a dry run at the first call that would change something. */
const wouldCall = ({ asked }: Work, call: ClientCall): Done =>
  pretended(`run "${asked.action.name}": ${callWords(call)}${sentWords(call)}`);

/** A failure with the calls made before it, and with the wait that the last answer requested. */
const withCalls = (
  { record }: Work,
  failure: Failed,
  stdout: string,
  last: Answered | undefined,
): Failed => {
  const retry = failure.retry ?? last?.passing?.after;
  const output = { stdout, calls: record.calls.map(shown) };
  return { ...failure, ...(retry !== undefined && { retry }), output };
};

const begun = async (
  { kept, now, node: { policy } }: EffectCall,
  { action, timeoutMs }: Asked<'python'>,
  inputs: Values,
) => {
  // Code without clients has no calls to resume from.
  const own = action.call.clients.length > 0 ? kept : undefined;
  const record = await openRecord(own, { started_at: isoTime(now), inputs });
  // No further call may be made once the node has failed by its timeout.
  const seconds = Math.min(timeoutMs / 1000, policy?.timeout_seconds ?? Infinity);
  return { record, seconds, ends: performance.now() + seconds * 1000 };
};

/**
 * Runs the code to its end. After each of its calls it is run again from the beginning, with the
 * answers of the earlier calls: so no Python waits while a service is called, and the code sees
 * nothing of the integrations but their answers. In a dry run it makes only GET calls.
 */
export const runPasses = async (
  call: EffectCall,
  asked: Asked<'python'>,
  isRehearsed = false,
): Promise<Done | Failed> => {
  const values = valuesOf(asked.action.parameters_definition, asked.given);
  if (typeof values === 'string') return hopeless(values);
  const clients = await openClients(call, asked);
  if (isFailed(clients)) return clients;
  const work: Work = { call, asked, ...(await begun(call, asked, values)) };
  const { calls, settle } = work.record;
  let last: Answered | undefined;
  for (;;) {
    const { end, stdout } = await pass(work);
    const failure = (one: Failed) => withCalls(work, one, stdout, last);
    if (end.type === 'failed') return failure(end);
    if (end.type === 'differs') return failure(differs(end, calls));
    if (end.type === 'result') {
      const output = { result: end.result, stdout, calls: calls.map(shown) };
      return { type: 'done', output, handle: 'next' };
    }
    const read = readCall(end.call);
    if (typeof read === 'string') return failure(wrongCall(read));
    const client = clientFor(clients, read, calls.length);
    if (isFailed(client)) return failure(client);
    if (isRehearsed && read.method !== 'GET') return wouldCall(work, read);
    if (await call.isOver?.()) return failure(hopeless('The run was ended before this call.'));
    await settle();
    const key = `${call.key}:${calls.length}`;
    const timeoutMs = leftOf(work);
    if (timeoutMs <= 0) continue;
    last = await makeCall(call, { call: read, ...client, key, timeoutMs });
    calls.push({ call: end.call, answer: last.answer });
    if (!last.passing) await settle();
  }
};
