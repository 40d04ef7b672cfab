import type { RunInput } from '#lib/ports/runner.ts';
import { Driver } from './driver.ts';
import type { DriverParts } from './driver.ts';
import type { EmbeddedRunner } from './runner.ts';
import { Run } from './run.ts';
import type { Trace } from './run.ts';
import type { RunResult, RunStatus } from './store.ts';
import { tokenHash } from './tokens.ts';

/** As in Step Functions: how long a name stays taken after its run, and what a name may be. */
const keptFinished = 90 * 24 * 3600_000;
const runName = /^[A-Za-z0-9_-]{1,80}$/;

type Parts = DriverParts & { name: string; trace: Trace | undefined };

/** The embedded runner: what callers ask for, on top of the driver. */
export class Interpreter implements EmbeddedRunner {
  private readonly parts: Parts;
  private readonly driver: Driver;

  constructor(parts: Parts) {
    this.parts = parts;
    this.driver = new Driver(parts);
  }

  async start(name: string, input: RunInput): Promise<'started' | 'already exists'> {
    if (!runName.test(name)) {
      throw new Error(`"${name}" cannot name a run: use 1 to 80 letters, digits, "-" and "_".`);
    }
    const run = this.newRun(name, input);
    if (!this.parts.store.insert(run)) return 'already exists';
    run.show(1, 'ExecutionStarted', { input });
    this.driver.showEntry(run);
    this.driver.take(run);
    return 'started';
  }

  async resume(token: string): Promise<'resumed' | 'closed'> {
    const name = this.parts.store.ownerOfToken(tokenHash(token));
    const run = name === undefined ? undefined : this.find(name);
    if (!run) return 'closed';
    const { phase } = run.position;
    if (phase.kind !== 'calling' && phase.kind !== 'paused') return 'closed';
    if (phase.until !== undefined && phase.until <= this.parts.clock()) return 'closed';
    run.note('TaskSucceeded', { output: {} });
    run.position.phase = { kind: 'answered' };
    this.parts.store.save(run);
    run.unset();
    if (this.driver.isDriving(run)) run.interrupt();
    else this.driver.take(run);
    return 'resumed';
  }

  async stop(name: string, cause: string): Promise<void> {
    const run = this.find(name);
    if (!run) return;
    run.note('ExecutionAborted', { cause });
    this.driver.finish(run, 'ABORTED', { cause });
  }

  recover(): number {
    const { store, clock, trace } = this.parts;
    store.forget(clock() - keptFinished);
    let count = 0;
    for (const run of store.open(trace)) {
      if (this.driver.runs.has(run.name)) continue;
      this.driver.take(run);
      count += 1;
    }
    return count;
  }

  async drain(ms: number): Promise<void> {
    await this.driver.drain(ms);
  }

  open(): number {
    return this.driver.runs.size;
  }

  async idle(): Promise<void> {
    await this.driver.idle();
  }

  wake(): void {
    this.parts.alarms.wake();
  }

  status(name: string): ({ status: RunStatus } & RunResult) | undefined {
    return this.parts.store.find(name);
  }

  /** An open run; one that was not taken up yet comes from the store. */
  private find(name: string): Run | undefined {
    return this.driver.runs.get(name) ?? this.parts.store.openRun(name, this.parts.trace);
  }

  private newRun(name: string, input: RunInput): Run {
    const { machine, clock, trace } = this.parts;
    const startedAt = clock();
    const beginning = { machine: this.parts.name, name, input, startedAt };
    const position = {
      state: machine.startAt,
      input,
      variables: {},
      enteredAt: startedAt,
      enteredEvent: 2,
      events: 2,
      retries: [],
      phase: { kind: 'entered' as const },
    };
    return new Run(beginning, position, trace);
  }
}
