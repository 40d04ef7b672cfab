import type { RunInput } from '#lib/ports/runner.ts';
import { Driver } from './driver.ts';
import type { DriverParts } from './driver.ts';
import { isRunName } from './names.ts';
import type { Run } from './run.ts';
import type { EmbeddedRunner } from './runner.ts';
import type { RunResult, RunStatus } from './store.ts';
import { tokenHash } from './tokens.ts';

/** How long (ms) a name stays taken after its run, as in Step Functions. */
const finishedRetention = 90 * 24 * 3600_000;

/** Runs removed in one transaction, which blocks other calls for a few milliseconds. */
const batchSize = 500;

/** The embedded runner: the interface for callers, on top of the driver. */
export class Interpreter implements EmbeddedRunner {
  private readonly parts: DriverParts;
  private readonly driver: Driver;

  constructor(parts: DriverParts) {
    this.parts = parts;
    this.driver = new Driver(parts);
  }

  async start(name: string, input: RunInput): Promise<'started' | 'already exists'> {
    if (!isRunName(name)) {
      throw new Error(`"${name}" cannot name a run: use 1 to 80 letters, digits, "-" and "_".`);
    }
    const isNew = this.driver.runs.start(name, input);
    await this.parts.store.writes.whenCommitted();
    return isNew ? 'started' : 'already exists';
  }

  async resume(token: string): Promise<'resumed' | 'closed'> {
    const run = this.ownerOf(token);
    if (!run) return 'closed';
    const { phase } = run.position;
    if (phase.kind !== 'calling' && phase.kind !== 'paused') return 'closed';
    if (phase.until !== undefined && phase.until <= this.parts.clock()) return 'closed';
    run.note('TaskSucceeded', { output: {} });
    run.position.phase = { kind: 'answered' };
    this.parts.store.save(run);
    run.unset();
    if (this.driver.loop.isDriving(run)) run.interrupt();
    else this.driver.runs.adopt(run);
    await this.parts.store.writes.whenCommitted();
    return 'resumed';
  }

  async stop(name: string, cause: string): Promise<void> {
    const run = this.driver.runs.find(name);
    if (run) this.driver.runs.abort(run, cause);
    await this.parts.store.writes.whenCommitted();
  }

  recover(): number {
    const { store } = this.parts;
    const { runs } = this.driver;
    const openNames = store.openNames().filter((name) => !runs.has(name));
    for (const name of openNames) runs.find(name);
    return openNames.length;
  }

  async forget(): Promise<void> {
    const { store, clock } = this.parts;
    const before = clock() - finishedRetention;
    for (let last = batchSize; last === batchSize;) last = await store.forget(before, batchSize);
  }

  async drain(ms: number): Promise<void> {
    await this.driver.drain(ms);
  }

  countOpen(): number {
    return this.driver.runs.size;
  }

  waitForRoom(owner: string): Promise<void> {
    return this.parts.calls.waitForRoom(owner);
  }

  async idle(): Promise<void> {
    await this.driver.loop.idle();
    await this.parts.store.writes.whenCommitted();
  }

  wake(): void {
    this.parts.alarms.wake();
  }

  status(name: string): ({ status: RunStatus } & RunResult) | undefined {
    const record = this.parts.store.find(name);
    return record && { status: record.status, ...record.result };
  }

  /** The run, or the iteration of it, whose pause this token ends. */
  private ownerOf(token: string): Run | undefined {
    const owner = this.parts.store.ownerOfToken(tokenHash(token));
    if (owner === undefined) return undefined;
    const [name = '', ...path] = owner.split('/');
    let run = this.driver.runs.find(name);
    for (const index of path) run = run?.iterations?.open.get(Number(index));
    return run;
  }
}
