import { Interrupted, StateFailure } from '../failure.ts';
import type { FunctionTaskDefinition } from '../features.ts';
import { compileInvocation, makeCall } from '../invocation.ts';
import type { Run } from '../run.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { compileExit } from './exit.ts';
import type { Outcome, RunnerContext } from './state.ts';

/**
 * Passes a token to a function, then sleeps until the holder of the token resumes the run, or until
 * the time limit. After a crash during the call it is repeated with a further token; both are
 * valid.
 */
export function compileTokenAttempt(
  name: string,
  definition: FunctionTaskDefinition,
  context: RunnerContext,
): (run: Run) => Promise<Outcome> {
  const { calls, clock, store } = context;
  const prepare = compileInvocation(name, definition, context);
  const leave = compileExit(definition);

  const handOut = async (run: Run): Promise<Outcome> => {
    const { phase } = run.position;
    if (phase.kind === 'calling' && isPast(phase.until, clock())) throw timeoutFailure();
    const token = newToken();
    const invocation = await prepare(run, { Task: { Token: token } });
    const limit = invocation.timeout;
    const computeDeadline = () =>
      phase.kind === 'calling' ? phase.until : limit && clock() + limit;
    const { end, deadline } = await calls.run(run.owner, async () => {
      // A token from before a crash may have been redeemed meanwhile.
      if (run.closed || isAnswered(run)) return { end: { kind: 'interrupted' } as const };
      const deadline = computeDeadline();
      run.position.phase = { kind: 'calling', until: deadline };
      store.pause(run, tokenHash(token));
      return { end: await makeCall(run, invocation, deadline, context), deadline };
    });
    if (isAnswered(run)) return leaveAnswered(run);
    if (end.kind === 'interrupted') throw new Interrupted();
    if (end.kind === 'timed out') throw timeoutFailure();
    run.note('TaskSubmitted');
    return { kind: 'sleeping', phase: { kind: 'paused', until: deadline } };
  };

  const leaveAnswered = (run: Run): Promise<Outcome> => leave(run, {}, { result: {} });

  return async (run) => {
    const { phase } = run.position;
    if (phase.kind === 'answered') return leaveAnswered(run);
    if (phase.kind === 'paused') throw timeoutFailure();
    return handOut(run);
  };
}

const timeoutFailure = () => new StateFailure('States.Timeout', '');

const isPast = (until: number | undefined, now: number): boolean =>
  until !== undefined && until <= now;

const isAnswered = ({ position }: Run): boolean => position.phase.kind === 'answered';
