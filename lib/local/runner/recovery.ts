import type { StateFailure } from './failure.ts';
import type { Catcher, MapDefinition, Retrier } from './features.ts';
import type { Run } from './run.ts';
import { compileExit } from './states/exit.ts';
import type { Outcome, RunnerContext } from './states/state.ts';

/** Whether a retrier or catcher matches this error. */
export const matchesError = (names: string[], error: string): boolean =>
  names.includes(error) ||
  names.includes('States.ALL') ||
  (names.includes('States.TaskFailed') && error !== 'States.Timeout');

/**
 * Milliseconds until the next attempt; `failedAttempts` attempts of this retrier have failed
 * already.
 */
export function retryDelay(retrier: Retrier, failedAttempts: number, random: () => number): number {
  const { IntervalSeconds, BackoffRate, MaxDelaySeconds = Infinity, JitterStrategy } = retrier;
  const seconds = Math.min(IntervalSeconds * BackoffRate ** failedAttempts, MaxDelaySeconds);
  return Math.round(seconds * 1000 * (JitterStrategy === 'FULL' ? random() : 1));
}

/** What follows a failure of a task or a Map: another attempt, its catcher, or a failed run. */
export function compileRecovery(
  { Retry, Catch }: Pick<MapDefinition, 'Retry' | 'Catch'>,
  { clock, random }: Pick<RunnerContext, 'clock' | 'random'>,
) {
  const catchers = Catch.map((catcher: Catcher) => ({ catcher, leave: compileExit(catcher) }));
  return async (run: Run, { error, cause }: StateFailure): Promise<Outcome> => {
    const index = Retry.findIndex(({ ErrorEquals }) => matchesError(ErrorEquals, error));
    const retrier = Retry[index];
    const failedAttempts = run.position.retries[index] ?? 0;
    if (retrier && failedAttempts < retrier.MaxAttempts) {
      run.position.retries = Retry.map((_, at) => {
        const previous = run.position.retries[at] ?? 0;
        return at === index ? previous + 1 : previous;
      });
      const until = clock() + retryDelay(retrier, failedAttempts, random);
      return { kind: 'sleeping', phase: { kind: 'retrying', until } };
    }
    const found = catchers.find(({ catcher }) => matchesError(catcher.ErrorEquals, error));
    if (!found) return { kind: 'failed', ...(error && { error }), ...(cause && { cause }) };
    const errorOutput = { Error: error, Cause: cause };
    return found.leave(run, errorOutput, { errorOutput });
  };
}
