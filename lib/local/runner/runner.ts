import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { Alarms } from './alarms.ts';
import { CallQueue } from './call-queue.ts';
import { Interpreter } from './interpreter.ts';
import { compileMachine } from './machine.ts';
import type { Trace } from './run.ts';
import type { TaskFunction } from './states/state.ts';
import { RunStore } from './store.ts';
import type { RunResult, RunStatus } from './store.ts';

export type EmbeddedRunner = Runner & {
  /** Takes up every open run after a start of the process; answers how many. */
  recover(): number;
  /** Drops what ended long ago, as Step Functions does: such names may be used again. */
  forget(): Promise<void>;
  /** Begins nothing new and waits at most `ms` for running calls; what is left runs again later. */
  drain(ms: number): Promise<void>;
  /** How many runs are open. */
  open(): number;
  /** Resolves when few calls of this organisation's runs wait: now is a good time to start more. */
  room(owner: string): Promise<void>;
  /** Resolves when no run can go on by itself, and that is written: each sleeps or has ended. */
  idle(): Promise<void>;
  /** Wakes whoever is due; for a clock that was moved by hand. */
  wake(): void;
  status(name: string): ({ status: RunStatus } & RunResult) | undefined;
};

/** A run that has ended, with what it was started with. */
export type RunEnd = RunResult & { name: string; input: unknown; status: RunStatus };

export type RunnerOptions = {
  /** Open, in WAL mode, with a busy timeout; the runner makes its own tables. */
  database: DatabaseSync;
  /** JSONata States Language, its `${...}` already substituted. */
  definition: object;
  /** By the FunctionName that tasks use. */
  functions: Record<string, TaskFunction>;
  clock: Clock;
  /** Tells the runs of several machines in one database apart. */
  machine?: string;
  /** Where function calls wait for their turn. */
  calls?: CallQueue;
  random?: () => number;
  /** Sees every event of every run's history. */
  trace?: Trace;
  /** Told of each run that has ended, once that is written; not of those that ended before. */
  onEnded?: (end: RunEnd) => void;
};

/**
 * Runs a state machine in this process, durably. Throws `UnsupportedDefinition` with a sentence
 * that names what the interpreter does not have.
 */
export function openRunner(options: RunnerOptions): EmbeddedRunner {
  const { database, definition, functions, clock, trace, onEnded } = options;
  const { machine: name = 'bot-run', calls = new CallQueue(), random = Math.random } = options;
  const store = new RunStore(database, name);
  const alarms = new Alarms(clock);
  const known = new Map(Object.entries(functions));
  const around = { store, calls, alarms, clock, random, functions: known };
  const machine = compileMachine(definition, around);
  return new Interpreter({ name, machine, store, calls, alarms, clock, trace, onEnded });
}
