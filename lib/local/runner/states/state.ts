import type { Clock } from '#lib/kernel/clock.ts';
import type { Alarms } from '../alarms.ts';
import type { CallQueue } from '../call-queue.ts';
import type { Phase, Position, Run } from '../run.ts';
import type { RunStore } from '../store.ts';

/** What a state comes to. */
export type Outcome =
  /** The state is left; without `to` the run has succeeded. */
  | { kind: 'left'; to?: string; output: unknown; assigned?: Record<string, unknown> }
  | { kind: 'failed'; error?: string; cause?: string }
  /** The run sleeps until the phase's time, or until it is woken; then it steps again. */
  | { kind: 'sleeping'; phase: Phase }
  /** The state goes on in this phase. */
  | { kind: 'moved'; phase: Phase }
  /** The next iterations of a Map begin here. */
  | { kind: 'begun'; iterations: Position[] };

/** What a state does to runs other than its own. */
export type Relations = {
  /**
   * Starts a run of the same machine, for which `by` waits from now on until it ends, or until the
   * time `until` (milliseconds, UTC). False when the name was used before; an open run with the
   * same input is waited for instead.
   */
  startNested(by: Run, name: string, input: unknown, until: number | undefined): boolean;
  /** Stops the run that `by` waits for. */
  stopNested(by: Run, cause: string): void;
};

/** A compiled state. `step` may throw `StateFailure` and `EvaluationFailure`: they fail the run. */
export type State = {
  readonly type: 'Task' | 'Map' | 'Choice' | 'Wait' | 'Pass' | 'Succeed' | 'Fail';
  step(run: Run, relations: Relations): Outcome | Promise<Outcome>;
};

/** A function that a task calls, as AWS Lambda would: JSON in, JSON out. */
export type TaskFunction = (payload: unknown) => Promise<unknown>;

/** What states need besides the run. */
export type Surroundings = {
  store: RunStore;
  calls: CallQueue;
  alarms: Alarms;
  clock: Clock;
  /** Between 0 and 1, for jitter. */
  random: () => number;
  functions: ReadonlyMap<string, TaskFunction>;
};
