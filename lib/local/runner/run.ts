import { isoTime } from '#lib/kernel/clock.ts';
import type { Bindings } from './template.ts';
import { EvaluationFailure, StateFailure } from './failure.ts';
import { executionArn, machineArn } from './names.ts';

/** How far a run is inside its state; `until` is in milliseconds, UTC. */
export type Phase =
  | { kind: 'entered' }
  | { kind: 'waiting'; until: number }
  | { kind: 'retrying'; until: number }
  /** The function that hands the token on has not finished. */
  | { kind: 'calling'; until?: number }
  /** The token is out; whoever has it may resume. */
  | { kind: 'paused'; until?: number }
  | { kind: 'answered' }
  /** Another run was started and is waited for. */
  | { kind: 'nested'; child: string; until?: number }
  /** Iterations are under way, at most `limit` at a time; each has a position of its own. */
  | { kind: 'mapping'; items: unknown[]; limit: number };

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

/** Where a run begins to wait in a state; the entry is the event with the number `event`. */
export const entry = (state: string, input: unknown, at: number, event: number): Position => ({
  state,
  input,
  variables: {},
  enteredAt: at,
  enteredEvent: event,
  events: event,
  retries: [],
  phase: { kind: 'entered' },
});

/** How far the iterations of a Map are; those that have ended are counted only. */
export type Iterations = {
  open: Map<number, Run>;
  begun: number;
  ended: number;
  /** What the first that failed has failed with. */
  failure?: { error?: string; cause?: string };
};

/** What makes a run an iteration of another. */
export type Iteration = { of: Run; index: number; beside: Iterations };

type Beginning = { machine: string; name: string; input: unknown; startedAt: number };

/**
 * An open run in memory, or an iteration of a Map of it: a line of states with a position of its
 * own inside the same run.
 */
export class Run {
  readonly machine: string;
  readonly name: string;
  readonly input: unknown;
  readonly startedAt: number;
  /** What this is an iteration of; undefined for the run itself. */
  readonly iteration: Iteration | undefined;
  /** Which iteration this is: `/000017/000002`; nothing for the run itself. */
  readonly path: string;
  /** The run itself. */
  readonly root: Run;
  /** The organisation that its input names: function calls wait in turns of these. */
  readonly owner: string;
  position: Position;
  /** Of the Map that the position is in. */
  iterations: Iterations | undefined;
  closed = false;
  /** Something happened that the step under way has not seen. */
  woken = false;
  /** Ends the function call in flight, if there is one: the run was stopped or resumed. */
  interrupt: () => void = () => {};
  /** Cancels the alarm that the run sleeps for. */
  unset: () => void = () => {};
  private readonly trace: Trace | undefined;

  constructor(
    beginning: Beginning,
    position: Position,
    trace: Trace | undefined,
    iteration?: Iteration,
  ) {
    this.machine = beginning.machine;
    this.name = beginning.name;
    this.input = beginning.input;
    this.startedAt = beginning.startedAt;
    this.position = position;
    this.trace = trace;
    this.iteration = iteration;
    this.root = iteration ? iteration.of.root : this;
    this.owner = iteration ? iteration.of.owner : String(Object(beginning.input).tenant_id);
    this.path = iteration ? `${iteration.of.path}/${String(iteration.index).padStart(6, '0')}` : '';
  }

  /** An iteration of the Map that the position is in. */
  iterate(beside: Iterations, index: number, position: Position): Run {
    return new Run(this, position, this.trace, { of: this, index, beside });
  }

  /** Counts an event of the run's history, and shows it to whoever listens. */
  note(type: string, details?: object): void {
    const { position } = this.root;
    position.events += 1;
    this.show(position.events, type, details);
  }

  show(id: number, type: string, details?: object): void {
    this.trace?.({ run: this.name, id, type, ...(details && { details }) });
  }

  /** Shows that the run is in a state of this type now; the event was counted before. */
  showEntry(type: string): void {
    const { state, input, enteredEvent } = this.position;
    this.show(enteredEvent, `${type}StateEntered`, { name: state, input });
  }

  /** What the expressions of the current state see: `seen` joins $states, `context` its context. */
  bindings(seen: object = {}, context: object = {}): Bindings {
    const all = () => ({ ...this.context(), ...context });
    const states = {
      input: this.position.input,
      get context() {
        return all();
      },
      ...seen,
    };
    return { ...this.variables(), states };
  }

  /** What expressions see of the item that this is the iteration of, or of item `index`. */
  item(index: number): object {
    const { phase } = this.position;
    const items = phase.kind === 'mapping' ? phase.items : [];
    return { Map: { Item: { Index: index, Value: items[index] } } };
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

  /** An iteration sees the variables around its Map, and keeps what it assigns to itself. */
  private variables(): Record<string, unknown> {
    const around = this.iteration ? this.iteration.of.variables() : {};
    return { ...around, ...this.position.variables };
  }

  private context() {
    const { startedAt } = this;
    const { state, enteredAt, retries } = this.position;
    return {
      Execution: {
        Id: executionArn(this.machine, this.name),
        Input: this.input,
        Name: this.name,
        RedriveCount: 0,
        get StartTime() {
          return isoTime(startedAt);
        },
      },
      ...(this.iteration && this.iteration.of.item(this.iteration.index)),
      State: {
        get EnteredTime() {
          return isoTime(enteredAt);
        },
        Name: state,
        RetryCount: retries.reduce((sum, used) => sum + used, 0),
      },
      StateMachine: { Id: machineArn(this.machine), Name: this.machine },
    };
  }
}
