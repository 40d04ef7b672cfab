import type { Clock } from '#lib/kernel/clock.ts';
import type { Alarms } from './alarms.ts';
import type { CallQueue } from './call-queue.ts';
import { Interrupted, StateFailure } from './failure.ts';
import type { Machine } from './machine.ts';
import type { Run } from './run.ts';
import type { Outcome } from './states/state.ts';
import type { RunResult, RunStatus, RunStore } from './store.ts';

/** Step Functions' limit; kept here too so that no run ends differently there. */
const longestHistory = 25_000;

export type DriverParts = {
  machine: Machine;
  store: RunStore;
  calls: CallQueue;
  alarms: Alarms;
  clock: Clock;
};

/**
 * Drives runs from state to state. What a state comes to is written before the next one begins; a
 * store that cannot be written is not survived: the process ends, and the next one goes on from
 * what was written.
 */
export class Driver {
  /** The open runs in memory, by name. */
  readonly runs = new Map<string, Run>();
  private readonly parts: DriverParts;
  private readonly driven = new Set<Run>();
  private resting: (() => void)[] = [];
  /** Draining: no new steps. Closed: nothing is written any more. */
  private mode: 'working' | 'draining' | 'closed' = 'working';

  constructor(parts: DriverParts) {
    this.parts = parts;
  }

  /** Goes on with an open run where its phase says. */
  take(run: Run): void {
    this.runs.set(run.name, run);
    const { phase } = run.position;
    const sleeps = ['waiting', 'retrying', 'paused'].includes(phase.kind);
    if (!sleeps) void this.drive(run);
    else if ('until' in phase && phase.until !== undefined) {
      run.unset = this.parts.alarms.set(phase.until, () => void this.drive(run));
    }
  }

  /** Whether a step of the run is under way. */
  isDriving(run: Run): boolean {
    return this.driven.has(run);
  }

  finish(run: Run, status: RunStatus, result: RunResult): void {
    this.parts.store.finish(run, status, result, this.parts.clock());
    this.runs.delete(run.name);
    run.closed = true;
    run.unset();
    run.interrupt();
  }

  async idle(): Promise<void> {
    if (this.driven.size === 0) return;
    await new Promise<void>((resolve) => this.resting.push(resolve));
  }

  async drain(ms: number): Promise<void> {
    this.mode = 'draining';
    this.parts.calls.close();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.idle(), late]);
    clearTimeout(timer);
    this.mode = 'closed';
    this.parts.alarms.clear();
  }

  showEntry(run: Run): void {
    const { state, input, enteredEvent } = run.position;
    run.show(enteredEvent, `${this.typeOf(state)}StateEntered`, { name: state, input });
  }

  private async drive(run: Run): Promise<void> {
    this.driven.add(run);
    try {
      while (this.mode === 'working' && !run.closed) {
        const outcome = await this.step(run);
        if (run.closed || this.isClosed()) return;
        this.apply(run, outcome);
        if (outcome.kind === 'sleeping' && run.position.phase === outcome.phase) return;
      }
    } catch (thrown) {
      if (!(thrown instanceof Interrupted)) throw thrown;
    } finally {
      this.driven.delete(run);
      if (this.driven.size === 0) for (const rested of this.resting.splice(0)) rested();
    }
  }

  private isClosed(): boolean {
    return this.mode === 'closed';
  }

  private async step(run: Run): Promise<Outcome> {
    const { state: name } = run.position;
    try {
      const state = this.parts.machine.states.get(name);
      if (state) return await state.step(run);
      const cause = `The definition no longer has the state '${name}' that the run is in.`;
      throw new StateFailure('States.Runtime', cause);
    } catch (thrown) {
      const { error, cause } = run.failure(thrown);
      return { kind: 'failed', error, ...(cause && { cause }) };
    }
  }

  private apply(run: Run, outcome: Outcome): void {
    if (outcome.kind === 'failed') this.fail(run, outcome.error, outcome.cause);
    else if (outcome.kind === 'left') this.leave(run, outcome);
    else if (run.position.phase.kind !== 'answered') {
      run.position.phase = outcome.phase;
      this.parts.store.save(run);
      this.take(run);
    }
  }

  private leave(run: Run, { to, output, assigned }: Outcome & { kind: 'left' }): void {
    const { position } = run;
    run.note(`${this.typeOf(position.state)}StateExited`, { name: position.state, output });
    if (position.events > longestHistory) {
      const reached = 'The execution reached the maximum number of history events';
      return this.fail(run, 'States.Runtime', `${reached} (${longestHistory}).`);
    }
    if (to === undefined) {
      run.note('ExecutionSucceeded', { output });
      return this.finish(run, 'SUCCEEDED', { output });
    }
    run.position = {
      state: to,
      input: output,
      variables: assigned ? { ...position.variables, ...assigned } : position.variables,
      enteredAt: this.parts.clock(),
      enteredEvent: position.events + 1,
      events: position.events + 1,
      retries: [],
      phase: { kind: 'entered' },
    };
    this.parts.store.save(run);
    this.showEntry(run);
  }

  private fail(run: Run, error: string | undefined, cause: string | undefined): void {
    const result = { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) };
    run.note('ExecutionFailed', result);
    this.finish(run, 'FAILED', result);
  }

  private typeOf(state: string): string {
    return this.parts.machine.states.get(state)?.type ?? 'Unknown';
  }
}
