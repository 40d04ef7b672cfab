import type { Clock } from '#lib/kernel/clock.ts';
import type { Alarms } from '../alarms.ts';
import type { CallQueue } from '../call-queue.ts';
import type { Run, Phase } from '../run.ts';
import type { RunStore } from '../store.ts';

/** What a state comes to. */
export type Outcome =
  /** The state is left; without `to` the run has succeeded. */
  | { kind: 'left'; to?: string; output: unknown; assigned?: Record<string, unknown> }
  | { kind: 'failed'; error?: string; cause?: string }
  /** The run sleeps until the phase's time, or until it is resumed; then it steps again. */
  | { kind: 'sleeping'; phase: Phase };

/** A compiled state. `step` may throw `StateFailure` and `EvaluationFailure`: they fail the run. */
export type State = {
  readonly type: 'Task' | 'Choice' | 'Wait' | 'Pass' | 'Succeed' | 'Fail';
  step(run: Run): Outcome | Promise<Outcome>;
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
