import type { CallQueue } from './call-queue.ts';
import { StateFailure } from './failure.ts';
import { Loop } from './loop.ts';
import { typeOf } from './machine.ts';
import { entryPosition } from './run.ts';
import type { Iteration, Phase, Position, Run } from './run.ts';
import { Runs } from './runs.ts';
import type { RunsParts } from './runs.ts';
import type { Outcome } from './states/state.ts';
import type { IterationEnd } from './store.ts';

/** Step Functions' limit, applied here too so that runs end in the same way. */
const maxHistoryEvents = 25_000;

export type DriverParts = RunsParts & { calls: CallQueue };

/**
 * Drives runs from state to state. The result of a state is stored before the next one begins. If
 * the store cannot be written, the process ends, and the next one continues from what was stored.
 */
export class Driver {
  readonly runs: Runs;
  readonly loop: Loop;
  private readonly parts: DriverParts;

  constructor(parts: DriverParts) {
    this.parts = parts;
    this.loop = new Loop((run, mayWrite) => this.step(run, mayWrite));
    this.runs = new Runs(parts, this.loop);
  }

  async drain(ms: number): Promise<void> {
    this.parts.calls.close();
    await this.loop.close(ms);
    this.parts.store.writes.flush();
    this.parts.alarms.clear();
  }

  private async step(run: Run, mayWrite: () => boolean): Promise<boolean> {
    run.unset();
    const outcome = await this.outcome(run);
    if (!mayWrite()) return false;
    switch (outcome.kind) {
      case 'left':
        return this.leaveState(run, outcome);
      case 'failed':
        return this.fail(run, outcome);
      case 'moved':
        this.move(run, outcome.phase);
        run.iterations = { open: new Map(), begun: 0, ended: 0 };
        return true;
      case 'begun':
        this.beginIterations(run, outcome.iterations);
        return true;
      default:
        return this.sleep(run, outcome.phase);
    }
  }

  private async outcome(run: Run): Promise<Outcome> {
    const { state: name } = run.position;
    try {
      const state = this.parts.machine.states.get(name);
      if (state) return await state.step(run, this.runs);
      const cause = `The definition no longer has the state '${name}' that the run is in.`;
      throw new StateFailure('States.Runtime', cause);
    } catch (thrown) {
      const { error, cause } = run.failure(thrown);
      return { kind: 'failed', ...(error && { error }), ...(cause && { cause }) };
    }
  }

  /** Lets a run sleep, unless its token was redeemed during the step. */
  private sleep(run: Run, phase: Phase): boolean {
    if (run.position.phase.kind === 'answered') return true;
    if (run.position.phase !== phase) {
      this.move(run, phase);
      this.runs.sleep(run);
    }
    return false;
  }

  private move(run: Run, phase: Phase): void {
    run.position.phase = phase;
    this.save(run);
  }

  private save(run: Run): void {
    this.parts.store.save(run);
    if (run.position.phase.kind !== 'mapping') run.iterations = undefined;
  }

  private leaveState(run: Run, { to, output, assigned }: Outcome & { kind: 'left' }): boolean {
    const { state, variables } = run.position;
    const { position: rootPosition } = run.root;
    run.note(`${typeOf(this.parts.machine, state)}StateExited`, { name: state, output });
    if (rootPosition.events > maxHistoryEvents) {
      const message = 'The execution reached the maximum number of history events';
      return this.fail(run, {
        error: 'States.Runtime',
        cause: `${message} (${maxHistoryEvents}).`,
      });
    }
    if (to === undefined) return this.succeed(run, output);
    const event = rootPosition.events + 1;
    rootPosition.events = event;
    run.position = entryPosition(to, output, this.parts.clock(), event);
    run.position.variables = assigned ? { ...variables, ...assigned } : variables;
    this.save(run);
    run.showEntry(typeOf(this.parts.machine, to));
    return true;
  }

  private succeed(run: Run, output: unknown): false {
    if (run.iteration) return this.endIteration(run, run.iteration, { output });
    run.note('ExecutionSucceeded', { output });
    this.runs.finish(run, 'SUCCEEDED', { output });
    return false;
  }

  private fail(run: Run, { error, cause }: { error?: string; cause?: string }): false {
    const failed = { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) };
    // Errors of the runtime itself cannot be caught.
    const isCaught = error !== 'States.Runtime';
    if (run.iteration && isCaught) return this.endIteration(run, run.iteration, { failed });
    run.note('ExecutionFailed', failed);
    this.runs.finish(run.root, 'FAILED', failed);
    return false;
  }

  private beginIterations(run: Run, positions: Position[]): void {
    const { iterations } = run;
    // One of the iterations failed, which ended the others, while these were prepared.
    if (!iterations || iterations.failure) return;
    const { state: name } = run.position;
    const { position: rootPosition } = run.root;
    const first = iterations.begun;
    const startedRuns = positions.map((at, offset) => run.iterate(iterations, first + offset, at));
    for (const offset of startedRuns.keys()) {
      run.note('MapIterationStarted', { name, index: first + offset });
    }
    for (const { position } of startedRuns) {
      rootPosition.events += 1;
      position.enteredEvent = rootPosition.events;
      position.events = rootPosition.events;
    }
    this.parts.store.begin(startedRuns);
    iterations.begun += startedRuns.length;
    for (const iteration of startedRuns)
      iteration.showEntry(typeOf(this.parts.machine, iteration.position.state));
    for (const [offset, iteration] of startedRuns.entries()) {
      iterations.open.set(first + offset, iteration);
      this.runs.adopt(iteration);
    }
  }

  private endIteration(run: Run, { of, index, siblings }: Iteration, end: IterationEnd): false {
    const { store } = this.parts;
    const failed = 'failed' in end ? end.failed : undefined;
    const name = of.position.state;
    run.note(`MapIteration${failed ? 'Failed' : 'Succeeded'}`, { name, index });
    siblings.open.delete(index);
    siblings.ended += 1;
    run.closed = true;
    store.writes.atomically(() => {
      store.endIteration(run, end);
      if (!failed) return;
      this.runs.noteAborted(run);
      siblings.failure = failed;
      this.runs.haltIterations(of);
    });
    this.loop.wake(of);
    return false;
  }
}
