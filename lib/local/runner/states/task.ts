import { Interrupted, StateFailure } from '../failure.ts';
import type { FunctionTaskDefinition, TaskDefinition } from '../features.ts';
import { compileInvocation, invocationResult, makeCall } from '../invocation.ts';
import { compileRecovery } from '../recovery.ts';
import type { Run } from '../run.ts';
import { compileExit } from './exit.ts';
import { compileNestedAttempt } from './nested-task.ts';
import type { Outcome, Relations, RunnerContext, State } from './state.ts';
import { compileTokenAttempt } from './token-task.ts';

type Attempt = (run: Run, relations: Relations) => Promise<Outcome>;

/** Calls a function or runs another run, with retries, catchers and a time limit. */
export function taskState(name: string, definition: TaskDefinition, context: RunnerContext): State {
  const recover = compileRecovery(definition, context);
  const attempt = compileAttempt(name, definition, context);
  return {
    type: 'Task',
    step: async (run, relations) => {
      try {
        return await attempt(run, relations);
      } catch (thrown) {
        if (thrown instanceof StateFailure) {
          const { error, cause } = thrown;
          run.note(error === 'States.Timeout' ? 'TaskTimedOut' : 'TaskFailed', { error, cause });
        }
        return recover(run, run.failure(thrown));
      }
    },
  };
}

function compileAttempt(name: string, definition: TaskDefinition, context: RunnerContext): Attempt {
  switch (definition.Resource) {
    case 'arn:aws:states:::states:startExecution.sync:2':
      return compileNestedAttempt(definition, context);
    case 'arn:aws:states:::lambda:invoke.waitForTaskToken':
      return compileTokenAttempt(name, definition, context);
    default:
      return compileCall(name, definition, context);
  }
}

function compileCall(name: string, definition: FunctionTaskDefinition, context: RunnerContext) {
  const { calls, clock } = context;
  const prepare = compileInvocation(name, definition, context);
  const leave = compileExit(definition);
  return async (run: Run): Promise<Outcome> => {
    const invocation = await prepare(run);
    const { timeout } = invocation;
    const end = await calls.run(run.owner, async () => {
      if (run.closed) throw new Interrupted();
      return makeCall(run, invocation, timeout && clock() + timeout, context);
    });
    if (end.kind === 'interrupted') throw new Interrupted();
    if (end.kind === 'timed out') throw new StateFailure('States.Timeout', '');
    const result = invocationResult(end.value);
    run.note('TaskSucceeded', { output: result });
    return leave(run, result, { result });
  };
}
