import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Alarms } from './alarms.ts';
import { Interrupted } from './failure.ts';
import type { Loop } from './loop.ts';
import { typeOf } from './machine.ts';
import type { Machine } from './machine.ts';
import { executionArn } from './names.ts';
import { reviveIterations } from './revival.ts';
import { entryPosition, Run } from './run.ts';
import type { Phase, Trace } from './run.ts';
import type { RunEnd } from './runner.ts';
import type { Relations } from './states/state.ts';
import type { RunResult, RunStatus, RunStore } from './store.ts';
import { Waiters } from './waiters.ts';

/** State types whose end Step Functions records as an event when their surroundings are aborted. */
const abortableStates = ['Task', 'Wait', 'Map'];

export type RunsParts = {
  name: string;
  machine: Machine;
  store: RunStore;
  alarms: Alarms;
  clock: Clock;
  trace: Trace | undefined;
  onEnded: ((end: RunEnd) => void) | undefined;
};

/** The open runs in memory: how they start, resume after a crash, wait for each other and end. */
export class Runs implements Relations {
  private readonly parts: RunsParts;
  private readonly loop: Loop;
  private readonly byName = new Map<string, Run>();
  private readonly waiters = new Waiters();

  constructor(parts: RunsParts, loop: Loop) {
    this.parts = parts;
    this.loop = loop;
  }

  get size(): number {
    return this.byName.size;
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Starts a run; returns false if its name was used before. */
  start(name: string, input: unknown): boolean {
    const run = this.newRun(name, input);
    if (!this.parts.store.insert(run)) return false;
    this.begin(run);
    return true;
  }

  /** An open run; one that was not resumed yet is loaded from the store. */
  find(name: string): Run | undefined {
    const existing = this.byName.get(name);
    if (existing) return existing;
    const { store, trace } = this.parts;
    const stored = store.openRun(name, trace);
    if (!stored) return undefined;
    reviveIterations(stored, store);
    this.adopt(stored);
    return stored;
  }

  /** Continues a run, or an iteration of it, according to its phase. */
  adopt(run: Run): void {
    if (!run.iteration) this.byName.set(run.name, run);
    if (run.iterations?.failure) this.haltIterations(run);
    for (const iteration of run.iterations?.open.values() ?? []) this.adopt(iteration);
    if (this.isAsleep(run.position.phase)) this.sleep(run);
    else this.loop.wake(run);
  }

  /** Arranges for the run to be woken at the end of its phase. */
  sleep(run: Run): void {
    const { phase } = run.position;
    if (phase.kind === 'nested') this.waiters.add(phase.child, run);
    if (!('until' in phase) || phase.until === undefined) return;
    run.unset = this.parts.alarms.set(phase.until, () => this.loop.wake(run));
  }

  /** Ends a run with everything in progress in it: iterations, and runs that it waits for. */
  finish(run: Run, status: RunStatus, result: RunResult): void {
    const { store, clock } = this.parts;
    store.writes.atomically(() => {
      store.finish(run, status, result, clock());
      this.halt(run, result.cause ?? 'The run that waited for it has ended.');
    });
    this.byName.delete(run.name);
    for (const waiting of this.waiters.take(run.name)) this.loop.wake(waiting);
    void this.tellEnd({ name: run.name, input: run.input, status, ...result });
  }

  abort(run: Run, cause: string): void {
    run.note('ExecutionAborted', { cause });
    this.finish(run, 'ABORTED', { cause });
  }

  /** Ends the iterations of a Map because one of them has failed. */
  haltIterations({ position, iterations }: Run): void {
    for (const [index, iteration] of iterations?.open ?? []) {
      iteration.note('MapIterationAborted', { name: position.state, index });
      this.noteAborted(iteration);
      this.halt(iteration, 'Another iteration beside the one that waited for it has failed.');
    }
    iterations?.open.clear();
  }

  /** Records that the current state of an iteration was aborted. */
  noteAborted(run: Run): void {
    const type = typeOf(this.parts.machine, run.position.state);
    if (abortableStates.includes(type)) run.note(`${type}StateAborted`);
  }

  startNested(by: Run, name: string, input: unknown, until: number | undefined): boolean {
    if (by.closed || !this.loop.isWorking) throw new Interrupted();
    const { store } = this.parts;
    const run = this.newRun(name, input);
    const started = store.writes.atomically(() => {
      const isNew = store.insert(run);
      if (!isNew && !isDeepStrictEqual(this.find(name)?.input, input)) return 'exists';
      by.note('TaskSubmitted', { output: { ExecutionArn: executionArn(run.machine, name) } });
      by.position.phase = { kind: 'nested', child: name, ...(until !== undefined && { until }) };
      store.save(by);
      return isNew ? 'new' : 'open';
    });
    if (started === 'exists') return false;
    this.sleep(by);
    if (started === 'new') this.begin(run);
    return true;
  }

  stopNested(by: Run, cause: string): void {
    const { phase } = by.position;
    if (phase.kind !== 'nested') return;
    this.waiters.remove(phase.child, by);
    const nested = this.find(phase.child);
    if (nested) this.abort(nested, cause);
  }

  private async tellEnd(end: RunEnd): Promise<void> {
    const { onEnded, store } = this.parts;
    if (!onEnded) return;
    await store.writes.whenCommitted();
    onEnded(end);
  }

  private newRun(name: string, input: unknown): Run {
    const { machine, clock, trace } = this.parts;
    const now = clock();
    const beginning = { machine: this.parts.name, name, input, startedAt: now };
    return new Run(beginning, entryPosition(machine.startAt, input, now, 2), trace);
  }

  private begin(run: Run): void {
    run.show(1, 'ExecutionStarted', { input: run.input });
    run.showEntry(typeOf(this.parts.machine, run.position.state));
    this.adopt(run);
  }

  /** Whether a phase ends by time, by a token or with another run that has not ended yet. */
  private isAsleep(phase: Phase): boolean {
    if (phase.kind === 'nested') return this.parts.store.find(phase.child)?.status === 'RUNNING';
    return ['waiting', 'retrying', 'paused'].includes(phase.kind);
  }

  /** Abandons what a run has in progress; its end has been stored before. */
  private halt(run: Run, cause: string): void {
    run.closed = true;
    run.unset();
    run.interrupt();
    this.stopNested(run, cause);
    for (const iteration of run.iterations?.open.values() ?? []) this.halt(iteration, cause);
  }
}
