import { Interrupted } from './failure.ts';
import type { Run } from './run.ts';

/**
 * Makes one step; resolves with whether the run can continue by itself. Nothing must be written if
 * `mayWrite` returns false after a wait.
 */
export type Step = (run: Run, mayWrite: () => boolean) => Promise<boolean>;

/** Steps each run until it sleeps or ends, independently of the others. */
export class Loop {
  private readonly step: Step;
  private readonly driven = new Set<Run>();
  private resting: (() => void)[] = [];
  /** Draining: no new steps. Closed: nothing is written any more. */
  private mode: 'working' | 'draining' | 'closed' = 'working';

  constructor(step: Step) {
    this.step = step;
  }

  get isWorking(): boolean {
    return this.mode === 'working';
  }

  /** Whether a step of the run is in progress. */
  isDriving(run: Run): boolean {
    return this.driven.has(run);
  }

  /** Lets a run step, at once or after its current step. */
  wake(run: Run): void {
    if (this.driven.has(run)) run.woken = true;
    else void this.drive(run);
  }

  /** Resolves when no run can continue by itself. */
  async idle(): Promise<void> {
    if (this.driven.size === 0) return;
    await new Promise<void>((resolve) => this.resting.push(resolve));
  }

  /** Begins no new steps and gives current ones `ms` milliseconds; later results are dropped. */
  async close(ms: number): Promise<void> {
    this.mode = 'draining';
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.idle(), timeout]);
    clearTimeout(timer);
    this.mode = 'closed';
  }

  private async drive(run: Run): Promise<void> {
    this.driven.add(run);
    const mayWrite = () => !run.closed && this.mode !== 'closed';
    try {
      while (this.isWorking && !run.closed) {
        run.woken = false;
        const canContinue = await this.step(run, mayWrite);
        if (!canContinue && !run.woken) return;
      }
    } catch (thrown) {
      if (!(thrown instanceof Interrupted)) throw thrown;
    } finally {
      this.driven.delete(run);
      if (this.driven.size === 0) for (const resolve of this.resting.splice(0)) resolve();
    }
  }
}
