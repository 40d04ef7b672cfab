import type { Run } from './run.ts';

/** Which runs wait for the end of which run. */
export class Waiters {
  private readonly byName = new Map<string, Set<Run>>();

  add(name: string, run: Run): void {
    const waiting = this.byName.get(name);
    if (waiting) waiting.add(run);
    else this.byName.set(name, new Set([run]));
  }

  remove(name: string, run: Run): void {
    const waiting = this.byName.get(name);
    waiting?.delete(run);
    if (waiting?.size === 0) this.byName.delete(name);
  }

  /** Removes and returns the runs that wait for this one. */
  take(name: string): Iterable<Run> {
    const waiting = this.byName.get(name) ?? [];
    this.byName.delete(name);
    return waiting;
  }
}
