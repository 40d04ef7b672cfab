import { addUsage, noUsage, type Usage } from '#lib/domain/costs/cost.rules.ts';

/** Sums up usage; parts of it can be repeated. */
export class Bill {
  private sum: Usage = { ...noUsage };

  get total(): Usage {
    return { ...this.sum };
  }

  add(usage: Partial<Usage>, times = 1): void {
    addUsage(this.sum, usage, times);
  }

  /** A write of an item of so many bytes, and the units of the index entries that it changes. */
  write(bytes: number, indexUnits = 0): void {
    this.add({ writes: 1, writeUnits: Math.max(1, Math.ceil(bytes / 1024)), indexUnits });
  }

  read(bytes: number): void {
    this.add({ readUnits: Math.max(1, Math.ceil(bytes / 4096)) });
  }

  /** A fact: its event, its message (sent, received and deleted), and the call of its handler. */
  fact(gbSeconds: number): void {
    this.add({ facts: 1, messages: 3, calls: 1, gbSeconds });
  }

  /** Multiplies the usage of some work, which is run only once. */
  repeat(times: number, work: () => void): void {
    const previousSum = this.sum;
    this.sum = { ...noUsage };
    work();
    const once = this.sum;
    this.sum = previousSum;
    this.add(once, times);
  }
}
