import type { Clock } from '#lib/kernel/clock.ts';
import type { Alarms } from '../alarms.ts';
import type { CallQueue } from '../call-queue.ts';
import type { Phase, Position, Run } from '../run.ts';
import type { RunStore } from '../store.ts';

/** The outcome of a step of a state. */
export type Outcome =
  /** The state is left; without `to` the run has succeeded. */
  | { kind: 'left'; to?: string; output: unknown; assigned?: Record<string, unknown> }
  | { kind: 'failed'; error?: string; cause?: string }
  /** The run sleeps until the phase's time, or until it is woken; then it steps again. */
  | { kind: 'sleeping'; phase: Phase }
  /** The state continues in this phase. */
  | { kind: 'moved'; phase: Phase }
  /** The next iterations of a Map begin at these positions. */
  | { kind: 'begun'; iterations: Position[] };

/** How a state affects runs other than its own. */
export type Relations = {
  /**
   * Starts a run of the same machine, for which `by` then waits until it ends, or until the time
   * `until` (milliseconds, UTC). Returns false if the name was used before; but an open run with
   * the same input is waited for instead.
   */
  startNested(by: Run, name: string, input: unknown, until: number | undefined): boolean;
  /** Stops the run for which `by` waits. */
  stopNested(by: Run, cause: string): void;
};

/** A compiled state. If `step` throws `StateFailure` or `EvaluationFailure`, the run fails. */
export type State = {
  readonly type: 'Task' | 'Map' | 'Choice' | 'Wait' | 'Pass' | 'Succeed' | 'Fail';
  step(run: Run, relations: Relations): Outcome | Promise<Outcome>;
};

/** A function that a task calls as it would AWS Lambda: JSON in, JSON out. */
export type TaskFunction = (payload: unknown) => Promise<unknown>;

/** What states need in addition to the run. */
export type RunnerContext = {
  store: RunStore;
  calls: CallQueue;
  alarms: Alarms;
  clock: Clock;
  /** Returns a number between 0 and 1, for jitter. */
  random: () => number;
  functions: ReadonlyMap<string, TaskFunction>;
};
