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
  /** Resumes every open run after the process has started; returns how many. */
  recover(): number;
  /** Removes runs that ended long ago, as Step Functions does: their names may be used again. */
  forget(): Promise<void>;
  /** Begins nothing new and waits at most `ms` for running calls; the rest is repeated later. */
  drain(ms: number): Promise<void>;
  /** The number of open runs. */
  countOpen(): number;
  /** Resolves when few calls of this organisation's runs wait, so that more can be started. */
  waitForRoom(owner: string): Promise<void>;
  /** Resolves when every run sleeps or has ended, and that is stored. */
  idle(): Promise<void>;
  /** Wakes the runs that are due; for a clock that was set by hand. */
  wake(): void;
  status(name: string): ({ status: RunStatus } & RunResult) | undefined;
};

/** A run that has ended, with its input. */
export type RunEnd = RunResult & { name: string; input: unknown; status: RunStatus };

export type RunnerOptions = {
  /** An open database in WAL mode; the runner creates its own tables. */
  database: DatabaseSync;
  /** A definition in the JSONata States Language, with its `${...}` substituted already. */
  definition: object;
  /** The functions by the FunctionName that tasks use. */
  functions: Record<string, TaskFunction>;
  clock: Clock;
  /** Distinguishes the runs of several machines in one database. */
  machine?: string;
  /** The queue in which function calls wait. */
  calls?: CallQueue;
  random?: () => number;
  /** Receives every event of every run's history. */
  trace?: Trace;
  /** Called for each run that ends, once that is stored; not for runs that ended earlier. */
  onEnded?: (end: RunEnd) => void;
};

/**
 * Runs a state machine in this process, durably. Throws `UnsupportedDefinition` with a sentence
 * that names the unsupported feature.
 */
export function openRunner(options: RunnerOptions): EmbeddedRunner {
  const { database, definition, functions, clock, trace, onEnded } = options;
  const { machine: name = 'bot-run', calls = new CallQueue(), random = Math.random } = options;
  const store = new RunStore(database, name);
  const alarms = new Alarms(clock);
  const functionsByName = new Map(Object.entries(functions));
  const context = { store, calls, alarms, clock, random, functions: functionsByName };
  const machine = compileMachine(definition, context);
  return new Interpreter({ name, machine, store, calls, alarms, clock, trace, onEnded });
}
