import { StateFailure, withinResultLimit } from '../failure.ts';
import type { NestedTaskDefinition } from '../features.ts';
import { executionArn, isRunName, machineArn } from '../names.ts';
import type { Run } from '../run.ts';
import { compileTimeout } from '../seconds.ts';
import type { RunRecord } from '../store.ts';
import { compile } from '../template.ts';
import { compileExit } from './exit.ts';
import type { Outcome, Relations, RunnerContext } from './state.ts';

/**
 * Starts a run of the same machine and sleeps until it has ended, or until the time limit, which
 * stops it.
 */
export function compileNestedAttempt(
  definition: NestedTaskDefinition,
  { clock, store }: Pick<RunnerContext, 'clock' | 'store'>,
): (run: Run, relations: Relations) => Promise<Outcome> {
  const begin = compileBeginning(definition, clock);
  const leave = compileExit(definition);
  return async (run, relations) => {
    const { phase } = run.position;
    if (phase.kind !== 'nested') return begin(run, relations);
    const record = store.find(phase.child);
    if (record?.status === 'RUNNING') {
      if (phase.until === undefined || phase.until > clock()) return { kind: 'sleeping', phase };
      relations.stopNested(run, 'The run that waited for it reached its time limit.');
      throw new StateFailure('States.Timeout', '');
    }
    const result = endOf(run.machine, phase.child, record);
    run.note('TaskSucceeded', { output: result });
    return leave(run, result, { result });
  };
}

function compileBeginning(definition: NestedTaskDefinition, clock: RunnerContext['clock']) {
  const args = compile(definition.Arguments, 'Arguments');
  const limit = compileTimeout(definition.TimeoutSeconds);
  return async (run: Run, relations: Relations): Promise<Outcome> => {
    const bindings = run.bindings();
    const { StateMachineArn, Name, Input = {} } = Object(await args(bindings));
    const timeout = await limit(bindings);
    run.note('TaskScheduled', { parameters: { Input, StateMachineArn, Name } });
    run.note('TaskStarted');
    if (StateMachineArn !== machineArn(run.machine)) {
      const sentence = `State Machine Does Not Exist: '${String(StateMachineArn)}'`;
      throw serviceFailure('StateMachineDoesNotExist', sentence);
    }
    if (typeof Name !== 'string' || !isRunName(Name)) {
      throw serviceFailure('InvalidName', `Invalid Name: '${String(Name)}'`);
    }
    if (!relations.startNested(run, Name, Input, timeout && clock() + timeout)) {
      const arn = executionArn(run.machine, Name);
      throw serviceFailure('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    return { kind: 'sleeping', phase: run.position.phase };
  };
}

/** An error in the form of the service states:startExecution. */
const serviceFailure = (code: string, sentence: string): StateFailure =>
  new StateFailure(
    `StepFunctions.${code}Exception`,
    `${sentence} (Service: AWSStepFunctions; Status Code: 400; Error Code: ${code})`,
  );

/** The task's result from the ended run; throws if that run failed. */
function endOf(machine: string, name: string, record: RunRecord | undefined): object {
  const arn = executionArn(machine, name);
  if (!record) throw serviceFailure('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  const { status, input, result } = record;
  const described = {
    ExecutionArn: arn,
    InputDetails: { Included: true },
    Name: name,
    StartDate: record.startedAt,
    StateMachineArn: machineArn(machine),
    Status: status,
    StopDate: record.endedAt,
  };
  if (status === 'SUCCEEDED') {
    const output = { Output: result.output, OutputDetails: { Included: true } };
    return JSON.parse(
      withinResultLimit(JSON.stringify({ ...described, Input: input, ...output }), 'states'),
    );
  }
  const { error, cause } = result;
  const failure = { ...(error && { Error: error }), ...(cause && { Cause: cause }) };
  throw new StateFailure(
    'States.TaskFailed',
    JSON.stringify({ ...failure, ...described, Input: JSON.stringify(input) }),
  );
}
