import { isoTime } from '#lib/kernel/clock.ts';
import type { Bindings } from './template.ts';
import { EvaluationFailure, StateFailure } from './failure.ts';

/** How far a run is inside its state; `until` is in milliseconds, UTC. */
export type Phase =
  | { kind: 'entered' }
  | { kind: 'waiting'; until: number }
  | { kind: 'retrying'; until: number }
  /** The function that hands the token on has not finished. */
  | { kind: 'calling'; until?: number }
  /** The token is out; whoever has it may resume. */
  | { kind: 'paused'; until?: number }
  | { kind: 'answered' };

/** Everything that continues a run after a crash; stored as JSON. */
export type Position = {
  state: string;
  input: unknown;
  variables: Record<string, unknown>;
  enteredAt: number;
  enteredEvent: number;
  /** Events so far, counted as Step Functions' history does. */
  events: number;
  /** Retries used in this state, by retrier. */
  retries: number[];
  phase: Phase;
};

/** One event of a run's history; `details` differ by type. */
export type TraceEvent = { run: string; id: number; type: string; details?: object };
export type Trace = (event: TraceEvent) => void;

type Beginning = { machine: string; name: string; input: unknown; startedAt: number };

/** An open run in memory. */
export class Run {
  readonly machine: string;
  readonly name: string;
  readonly input: unknown;
  readonly startedAt: number;
  position: Position;
  closed = false;
  /** Ends the function call in flight, if there is one: the run was stopped or resumed. */
  interrupt: () => void = () => {};
  /** Cancels the alarm that the run sleeps for. */
  unset: () => void = () => {};
  private readonly trace: Trace | undefined;

  constructor(beginning: Beginning, position: Position, trace: Trace | undefined) {
    this.machine = beginning.machine;
    this.name = beginning.name;
    this.input = beginning.input;
    this.startedAt = beginning.startedAt;
    this.position = position;
    this.trace = trace;
  }

  /** Counts an event of the run's history, and shows it to whoever listens. */
  note(type: string, details?: object): void {
    this.position.events += 1;
    this.show(this.position.events, type, details);
  }

  show(id: number, type: string, details?: object): void {
    this.trace?.({ run: this.name, id, type, ...(details && { details }) });
  }

  /** What the expressions of the current state see; `more` adds `result` or `errorOutput`. */
  bindings(more: object = {}, token?: string): Bindings {
    const { variables, input } = this.position;
    const context = () => this.context(token);
    const states = {
      input,
      get context() {
        return context();
      },
      ...more,
    };
    return { ...variables, states };
  }

  /** Turns what a state threw into an error of the States Language; a defect stays what it is. */
  failure(thrown: unknown): StateFailure {
    if (thrown instanceof StateFailure) return thrown;
    if (!(thrown instanceof EvaluationFailure)) throw thrown;
    const { state, enteredEvent } = this.position;
    const place = `the state '${state}' (entered at the event id #${enteredEvent})`;
    const cause = `An error occurred while executing ${place}. ${thrown.message}`;
    const error = 'States.QueryEvaluationError';
    this.note('EvaluationFailed', { error, cause, location: thrown.field, state });
    return new StateFailure(error, cause);
  }

  private context(token: string | undefined) {
    const { state, enteredAt, retries } = this.position;
    const account = 'arn:aws:states:embedded:000000000000';
    return {
      Execution: {
        Id: `${account}:execution:${this.machine}:${this.name}`,
        Input: this.input,
        Name: this.name,
        RedriveCount: 0,
        StartTime: isoTime(this.startedAt),
      },
      State: {
        EnteredTime: isoTime(enteredAt),
        Name: state,
        RetryCount: retries.reduce((sum, used) => sum + used, 0),
      },
      StateMachine: { Id: `${account}:stateMachine:${this.machine}`, Name: this.machine },
      ...(token !== undefined && { Task: { Token: token } }),
    };
  }
}
