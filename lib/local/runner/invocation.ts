import { EvaluationFailure, StateFailure, withinResultLimit } from './failure.ts';
import type { FunctionTaskDefinition } from './features.ts';
import type { Run } from './run.ts';
import { compileTimeout } from './seconds.ts';
import type { RunnerContext, TaskFunction } from './states/state.ts';
import { compile } from './template.ts';
import { UnsupportedDefinition } from './unsupported.ts';

/** A function call that is ready to be made; `timeout` in milliseconds. */
export type Invocation = { call: () => Promise<unknown>; timeout: number | undefined };

export type CallEnd =
  { kind: 'returned'; value: unknown } | { kind: 'timed out' } | { kind: 'interrupted' };

/** Reads a task's Arguments and TimeoutSeconds; a function named literally must exist. */
export function compileInvocation(
  name: string,
  { Arguments, TimeoutSeconds }: FunctionTaskDefinition,
  { functions }: Pick<RunnerContext, 'functions'>,
) {
  const fixed = typeof Arguments === 'object' ? Arguments.FunctionName : '{%';
  if (!fixed.startsWith('{%') && !functions.has(fixed)) {
    const sentence = `the state "${name}" calls the function "${fixed}", which was not given.`;
    throw new UnsupportedDefinition('function', sentence);
  }
  const args = compile(Arguments, 'Arguments');
  const limit = compileTimeout(TimeoutSeconds);
  return async (run: Run, context: object = {}): Promise<Invocation> => {
    const bindings = run.bindings({}, context);
    const { FunctionName, Payload = {} } = Object(await args(bindings));
    const timeout = await limit(bindings);
    run.note('TaskScheduled', { parameters: { FunctionName, Payload } });
    const targetFunction = requireFunction(functions, FunctionName);
    return { call: () => targetFunction(copy(Payload)), timeout };
  };
}

function requireFunction(
  functions: ReadonlyMap<string, TaskFunction>,
  name: unknown,
): TaskFunction {
  if (typeof name !== 'string') {
    throw new EvaluationFailure('Arguments', 'The field Arguments has no FunctionName.');
  }
  const found = functions.get(name);
  if (found) return found;
  throw new StateFailure('Lambda.ResourceNotFoundException', `Function not found: ${name}`);
}

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Makes the call; it ends with the function, at `until`, or when the run is interrupted. */
export function makeCall(
  run: Run,
  { call }: Invocation,
  until: number | undefined,
  { alarms, store }: Pick<RunnerContext, 'alarms' | 'store'>,
): Promise<CallEnd> {
  store.writes.flush();
  run.note('TaskStarted');
  return new Promise((resolve, reject) => {
    const unset = until === undefined ? () => {} : alarms.set(until, () => end('timed out'));
    const end = (kind: 'timed out' | 'interrupted') => settle(() => resolve({ kind }));
    const settle = (conclude: () => void) => {
      unset();
      run.interrupt = () => {};
      conclude();
    };
    run.interrupt = () => end('interrupted');
    Promise.resolve()
      .then(call)
      .then(
        (value) => settle(() => resolve({ kind: 'returned', value })),
        (error: unknown) => settle(() => reject(functionFailure(error))),
      );
  });
}

/** The failure that AWS Lambda reports for an error thrown by a function, without its stack. */
function functionFailure(thrown: unknown): StateFailure {
  const { name = 'Error', message = String(thrown) } = Object(thrown);
  return new StateFailure(
    String(name),
    JSON.stringify({ errorMessage: String(message), errorType: String(name) }),
  );
}

/** The result of `lambda:invoke` for a function's return value. */
export function invocationResult(answer: unknown) {
  const text = withinResultLimit(JSON.stringify(answer ?? null), 'lambda');
  return { ExecutedVersion: '$LATEST', Payload: JSON.parse(text), StatusCode: 200 };
}
