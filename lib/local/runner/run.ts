import { isoTime } from '#lib/kernel/clock.ts';
import type { Bindings } from './template.ts';
import { EvaluationFailure, StateFailure } from './failure.ts';
import { executionArn, machineArn } from './names.ts';

/** The progress of a run within its state; `until` is in milliseconds, UTC. */
export type Phase =
  | { kind: 'entered' }
  | { kind: 'waiting'; until: number }
  | { kind: 'retrying'; until: number }
  /** The function that passes the token on has not finished. */
  | { kind: 'calling'; until?: number }
  /** The token has been passed on; its holder may resume the run. */
  | { kind: 'paused'; until?: number }
  | { kind: 'answered' }
  /** Waits for another run that was started. */
  | { kind: 'nested'; child: string; until?: number }
  /** Iterations are in progress, at most `limit` at a time; each has its own position. */
  | { kind: 'mapping'; items: unknown[]; limit: number };

/** Everything needed to continue a run after a crash; stored as JSON. */
export type Position = {
  state: string;
  input: unknown;
  variables: Record<string, unknown>;
  enteredAt: number;
  enteredEvent: number;
  /** The number of events so far, counted as in Step Functions' history. */
  events: number;
  /** Retries used in this state, by retrier. */
  retries: number[];
  phase: Phase;
};

/** One event of a run's history; `details` differ by type. */
export type TraceEvent = { run: string; id: number; type: string; details?: object };
export type Trace = (event: TraceEvent) => void;

/** The position of a run that has just entered a state; `event` is the number of that event. */
export const entryPosition = (
  state: string,
  input: unknown,
  at: number,
  event: number,
): Position => ({
  state,
  input,
  variables: {},
  enteredAt: at,
  enteredEvent: event,
  events: event,
  retries: [],
  phase: { kind: 'entered' },
});

/** The progress of a Map's iterations; ended ones are only counted. */
export type Iterations = {
  open: Map<number, Run>;
  begun: number;
  ended: number;
  /** The failure of the first iteration that failed. */
  failure?: { error?: string; cause?: string };
};

/** What a run needs to be an iteration of another. */
export type Iteration = { of: Run; index: number; siblings: Iterations };

type RunStart = { machine: string; name: string; input: unknown; startedAt: number };

/**
 * An open run in memory, or an iteration of one of its Maps: a sequence of states with its own
 * position within the same run.
 */
export class Run {
  readonly machine: string;
  readonly name: string;
  readonly input: unknown;
  readonly startedAt: number;
  /** The run and Map of which this is an iteration; undefined for the run itself. */
  readonly iteration: Iteration | undefined;
  /** The path of this iteration: `/000017/000002`; empty for the run itself. */
  readonly path: string;
  /** The run itself. */
  readonly root: Run;
  /** The organisation named in its input; function calls wait in fair turns of organisations. */
  readonly owner: string;
  position: Position;
  /** The iterations of the Map that the run is in. */
  iterations: Iterations | undefined;
  closed = false;
  /** Something happened that the current step has not seen. */
  woken = false;
  /** Ends the current function call, if any, because the run was stopped or resumed. */
  interrupt: () => void = () => {};
  /** Cancels the alarm for which the run sleeps. */
  unset: () => void = () => {};
  private readonly trace: Trace | undefined;

  constructor(
    beginning: RunStart,
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

  /** Creates an iteration of the Map that the run is in. */
  iterate(siblings: Iterations, index: number, position: Position): Run {
    return new Run(this, position, this.trace, { of: this, index, siblings });
  }

  /** Counts an event of the run's history, and reports it to the trace. */
  note(type: string, details?: object): void {
    const { position } = this.root;
    position.events += 1;
    this.show(position.events, type, details);
  }

  show(id: number, type: string, details?: object): void {
    this.trace?.({ run: this.name, id, type, ...(details && { details }) });
  }

  /** Reports to the trace that the run has entered a state of this type; it was counted before. */
  showEntry(type: string): void {
    const { state, input, enteredEvent } = this.position;
    this.show(enteredEvent, `${type}StateEntered`, { name: state, input });
  }

  /**
   * The bindings for the state's expressions: `extraFields` extends $states, `context` its context.
   */
  bindings(extraFields: object = {}, context: object = {}): Bindings {
    const all = () => ({ ...this.context(), ...context });
    const states = {
      input: this.position.input,
      get context() {
        return all();
      },
      ...extraFields,
    };
    return { ...this.variables(), states };
  }

  /** The context that expressions see for the Map item `index`. */
  item(index: number): object {
    const { phase } = this.position;
    const items = phase.kind === 'mapping' ? phase.items : [];
    return { Map: { Item: { Index: index, Value: items[index] } } };
  }

  /** Turns an error of a state into one of the States Language; a defect is rethrown. */
  failure(thrown: unknown): StateFailure {
    if (thrown instanceof StateFailure) return thrown;
    if (!(thrown instanceof EvaluationFailure)) throw thrown;
    const { state, enteredEvent } = this.position;
    const subject = `the state '${state}' (entered at the event id #${enteredEvent})`;
    const cause = `An error occurred while executing ${subject}. ${thrown.message}`;
    const error = 'States.QueryEvaluationError';
    this.note('EvaluationFailed', { error, cause, location: thrown.field, state });
    return new StateFailure(error, cause);
  }

  /** An iteration sees the variables around its Map, but its assignments stay local. */
  private variables(): Record<string, unknown> {
    const outerVariables = this.iteration ? this.iteration.of.variables() : {};
    return { ...outerVariables, ...this.position.variables };
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
        RetryCount: retries.reduce((sum, count) => sum + count, 0),
      },
      StateMachine: { Id: machineArn(this.machine), Name: this.machine },
    };
  }
}
