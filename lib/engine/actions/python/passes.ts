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
  const parsedCall = parseClientCall(call);
  if (typeof parsedCall === 'string') return answer;
  const { client, method, path } = parsedCall;
  const outcome = 'error' in answer ? answer : { status: answer.status };
  return { client, method, path: path.slice(0, 200), ...outcome };
};

const describeText = (text: string | undefined): string => {
  const parsedCall = text === undefined ? 'none' : parseClientCall(text);
  return typeof parsedCall === 'string' ? parsedCall : describeCall(parsedCall);
};

/** The code made another call than in the pass before, so the recorded answers do not fit. */
const differentCallFailure = (
  { at, call }: Extract<PassEnd, { type: 'differs' }>,
  recordedCalls: readonly RecordedCall[],
): Failed =>
  failedForGood(
    `Call ${at + 1} of the code was ${describeText(recordedCalls[at]?.call)}, ` +
      `and is ${describeText(call)} now or sends something else. ` +
      'The code runs again after each call, and must make the same calls ' +
      'each time: take the time from started_at, random numbers from random, and sort sets.',
  );

const invalidCallFailure = (reason: string): Failed =>
  failedForGood(`The code made an invalid call: ${reason}`);

const tooLargeFailure = (bytes: number): Failed => {
  const [sizeMB, limitMB] = [bytes, limits.pythonInputs].map((one) => Math.ceil(one / 2 ** 20));
  const problem =
    `The values and the answers of its calls are ${sizeMB} MB; ` +
    `the limit is ${limitMB} MB.`;
  return failedForGood(`${problem} Request less from the services.`);
};

type Work = {
  call: EffectCall;
  actionRequest: ActionRequest<'python'>;
  record: CallRecord;
  /** When it must have ended, by `performance.now()`, and its time limit in seconds. */
  deadline: number;
  seconds: number;
};

type PassOutcome = { stdout: string; end: PassEnd | Failed };

const leftOf = ({ deadline }: Work): number => deadline - performance.now();

const tooLateFailure = ({ seconds, record: { calls } }: Work): Failed =>
  failed(
    `It did not end within ${seconds} s, with ${formatCount(calls.length, 'call')} made. ` +
      'Raise the timeout of the node, or make fewer calls: the code runs again after each.',
  );

/** Runs the code once, up to its end or to a call without a recorded answer. */
const runPass = async (work: Work): Promise<PassOutcome> => {
  const { call, actionRequest, record } = work;
  const timeoutMs = leftOf(work);
  if (timeoutMs <= 0) return { stdout: '', end: tooLateFailure(work) };
  const { code, clients } = actionRequest.action.call;
  const { started_at, inputs: values, calls } = record;
  const names = clients.map(({ name }) => name);
  const baseInputs = { code, clients: names, inputs: values, started_at, seed: call.key };
  const inputs = inputsOf({ ...baseInputs, recorded: calls });
  const size = Buffer.byteLength(JSON.stringify(inputs));
  if (size > limits.pythonInputs) return { stdout: '', end: tooLargeFailure(size) };
  const run = { tenant_id: call.tenant_id, code: program, inputs, timeoutMs };
  const { stdout, ...outcome } = await call.deps.python.run(run);
  if (!('error' in outcome)) return { stdout, end: endOf(outcome.result) };
  return { stdout, end: leftOf(work) <= 0 ? tooLateFailure(work) : failed(outcome.error) };
};

/** The outcome of a dry run at the first call that would change something. */
const wouldCallOutcome = ({ actionRequest }: Work, call: ClientCall): Done =>
  dryRunOutcome(
    `run "${actionRequest.action.name}": ${describeCall(call)}${describeSentData(call)}`,
  );

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
  { progressStore, now, node: { policy } }: EffectCall,
  { action, timeoutMs }: ActionRequest<'python'>,
  inputs: Values,
) => {
  // Code without clients has no calls to resume from.
  const store = action.call.clients.length > 0 ? progressStore : undefined;
  const record = await openCallRecord(store, { started_at: isoTime(now), inputs });
  // No further call may be made once the node has failed by its timeout.
  const seconds = Math.min(timeoutMs / 1000, policy?.timeout_seconds ?? Infinity);
  return { record, seconds, deadline: performance.now() + seconds * 1000 };
};

/**
 * Runs the code to its end. After each of its calls it is run again from the beginning, with the
 * answers of the earlier calls: so no Python waits while a service is called, and the code sees
 * nothing of the integrations but their answers. In a dry run it makes only GET calls.
 */
export const runPasses = async (
  call: EffectCall,
  actionRequest: ActionRequest<'python'>,
  isRehearsed = false,
): Promise<Done | Failed> => {
  const values = valuesOf(actionRequest.action.parameters_definition, actionRequest.input);
  if (typeof values === 'string') return failedForGood(values);
  const clients = await openClients(call, actionRequest);
  if (isFailed(clients)) return clients;
  const work: Work = { call, actionRequest, ...(await openPasses(call, actionRequest, values)) };
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
    const parsedCall = parseClientCall(end.call);
    if (typeof parsedCall === 'string') return failure(invalidCallFailure(parsedCall));
    const client = clientFor(clients, parsedCall, calls.length);
    if (isFailed(client)) return failure(client);
    if (isRehearsed && parsedCall.method !== 'GET') return wouldCallOutcome(work, parsedCall);
    if (await call.isOver?.()) return failure(failedForGood('The run was ended before this call.'));
    await settle();
    const key = `${call.key}:${calls.length}`;
    const timeoutMs = leftOf(work);
    if (timeoutMs <= 0) continue;
    last = await makeCall(call, { call: parsedCall, ...client, key, timeoutMs });
    calls.push({ call: end.call, answer: last.answer });
    if (!last.passing) await settle();
  }
};
