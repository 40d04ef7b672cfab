import { type Values, valuesOf } from '#lib/domain/actions/action-call.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { isFailed } from '../../nodes/call-failure.ts';
import {
  type Done,
  dryRunOutcome,
  type EffectCall,
  failed,
  type Failed,
  failedForGood,
} from '../../nodes/node.ts';
import type { ActionRequest } from '../kind.ts';
import {
  type CallOutcome,
  type ClientCall,
  describeCall,
  describeSentData,
  makeCall,
  parseClientCall,
} from './client-call.ts';
import { clientFor, openClients } from './clients.ts';
import { endOf, inputsOf, type PassEnd, program, type RecordedCall } from './program.ts';
import { type CallRecord, openCallRecord } from './recorded.ts';

/** A call that was made, as people are shown it. */
const shownCall = ({ call, answer }: RecordedCall) => {
  const read = parseClientCall(call);
  if (typeof read === 'string') return answer;
  const { client, method, path } = read;
  const came = 'error' in answer ? answer : { status: answer.status };
  return { client, method, path: path.slice(0, 200), ...came };
};

const describeText = (text: string | undefined): string => {
  const read = text === undefined ? 'none' : parseClientCall(text);
  return typeof read === 'string' ? read : describeCall(read);
};

/** The code made another call than in the pass before, so the recorded answers do not fit. */
const differentCallFailure = (
  { at, call }: Extract<PassEnd, { type: 'differs' }>,
  before: readonly RecordedCall[],
): Failed =>
  failedForGood(
    `Call ${at + 1} of the code was ${describeText(before[at]?.call)}, ` +
      `and is ${describeText(call)} now or sends something else. ` +
      'The code runs again after each call, and must make the same calls ' +
      'each time: take the time from started_at, random numbers from random, and sort sets.',
  );

const invalidCallFailure = (why: string): Failed =>
  failedForGood(`The code made an invalid call: ${why}`);

const tooLargeFailure = (bytes: number): Failed => {
  const [has, may] = [bytes, limits.pythonInputs].map((one) => Math.ceil(one / 2 ** 20));
  const why = `The values and the answers of its calls are ${has} MB; the limit is ${may} MB.`;
  return failedForGood(`${why} Request less from the services.`);
};

type Work = {
  call: EffectCall;
  asked: ActionRequest<'python'>;
  record: CallRecord;
  /** When it must have ended, by `performance.now()`, and its time limit in seconds. */
  ends: number;
  seconds: number;
};

type PassOutcome = { stdout: string; end: PassEnd | Failed };

const leftOf = ({ ends }: Work): number => ends - performance.now();

const tooLateFailure = ({ seconds, record: { calls } }: Work): Failed =>
  failed(
    `It did not end within ${seconds} s, with ${formatCount(calls.length, 'call')} made. ` +
      'Raise the timeout of the node, or make fewer calls: the code runs again after each.',
  );

/** Runs the code once, up to its end or to a call without a recorded answer. */
const runPass = async (work: Work): Promise<PassOutcome> => {
  const { call, asked, record } = work;
  const timeoutMs = leftOf(work);
  if (timeoutMs <= 0) return { stdout: '', end: tooLateFailure(work) };
  const { code, clients } = asked.action.call;
  const { started_at, inputs: values, calls } = record;
  const names = clients.map(({ name }) => name);
  const given = { code, clients: names, inputs: values, started_at, seed: call.key };
  const inputs = inputsOf({ ...given, recorded: calls });
  const size = Buffer.byteLength(JSON.stringify(inputs));
  if (size > limits.pythonInputs) return { stdout: '', end: tooLargeFailure(size) };
  const run = { tenant_id: call.tenant_id, code: program, inputs, timeoutMs };
  const { stdout, ...came } = await call.deps.python.run(run);
  if (!('error' in came)) return { stdout, end: endOf(came.result) };
  return { stdout, end: leftOf(work) <= 0 ? tooLateFailure(work) : failed(came.error) };
};

/** The outcome of a dry run at the first call that would change something. */
const wouldCallOutcome = ({ asked }: Work, call: ClientCall): Done =>
  dryRunOutcome(`run "${asked.action.name}": ${describeCall(call)}${describeSentData(call)}`);

/** A failure with the calls made before it, and with the wait that the last answer requested. */
const withCalls = (
  { record }: Work,
  failure: Failed,
  stdout: string,
  last: CallOutcome | undefined,
): Failed => {
  const retry = failure.retry ?? last?.passing?.after;
  const output = { stdout, calls: record.calls.map(shownCall) };
  return { ...failure, ...(retry !== undefined && { retry }), output };
};

const openPasses = async (
  { kept, now, node: { policy } }: EffectCall,
  { action, timeoutMs }: ActionRequest<'python'>,
  inputs: Values,
) => {
  // Code without clients has no calls to resume from.
  const own = action.call.clients.length > 0 ? kept : undefined;
  const record = await openCallRecord(own, { started_at: isoTime(now), inputs });
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
  asked: ActionRequest<'python'>,
  isRehearsed = false,
): Promise<Done | Failed> => {
  const values = valuesOf(asked.action.parameters_definition, asked.given);
  if (typeof values === 'string') return failedForGood(values);
  const clients = await openClients(call, asked);
  if (isFailed(clients)) return clients;
  const work: Work = { call, asked, ...(await openPasses(call, asked, values)) };
  const { calls, settle } = work.record;
  let last: CallOutcome | undefined;
  for (;;) {
    const { end, stdout } = await runPass(work);
    const failure = (one: Failed) => withCalls(work, one, stdout, last);
    if (end.type === 'failed') return failure(end);
    if (end.type === 'differs') return failure(differentCallFailure(end, calls));
    if (end.type === 'result') {
      const output = { result: end.result, stdout, calls: calls.map(shownCall) };
      return { type: 'done', output, handle: 'next' };
    }
    const read = parseClientCall(end.call);
    if (typeof read === 'string') return failure(invalidCallFailure(read));
    const client = clientFor(clients, read, calls.length);
    if (isFailed(client)) return failure(client);
    if (isRehearsed && read.method !== 'GET') return wouldCallOutcome(work, read);
    if (await call.isOver?.()) return failure(failedForGood('The run was ended before this call.'));
    await settle();
    const key = `${call.key}:${calls.length}`;
    const timeoutMs = leftOf(work);
    if (timeoutMs <= 0) continue;
    last = await makeCall(call, { call: read, ...client, key, timeoutMs });
    calls.push({ call: end.call, answer: last.answer });
    if (!last.passing) await settle();
  }
};
