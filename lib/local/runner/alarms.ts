import type { Clock } from '#lib/kernel/clock.ts';
import { Heap } from './heap.ts';

type Alarm = { due: number; ring: () => void; open: boolean };

/** The longest timer (ms): timers stop while the machine sleeps, the system clock does not. */
const maxTimerDelay = 60_000;

/**
 * Wakes many sleepers with one timer, however distant their times; the timer does not keep the
 * process alive. `wake` is for a clock that was set by hand.
 */
export class Alarms {
  private readonly clock: Clock;
  private readonly heap = new Heap<Alarm>((alarm) => alarm.due);
  private cancelled = 0;
  private timer: NodeJS.Timeout | undefined;
  private timerDue = Infinity;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Rings once at `due` (milliseconds, UTC), never within this call; returns how to cancel it. */
  set(due: number, ring: () => void): () => void {
    const alarm = { due, ring, open: true };
    this.heap.push(alarm);
    if (due < this.timerDue) this.arm();
    return () => this.cancel(alarm);
  }

  /** Rings all alarms that are due. */
  wake(): void {
    const now = this.clock();
    for (let alarm = this.heap.first(); alarm && alarm.due <= now; alarm = this.heap.first()) {
      this.heap.pop();
      if (!alarm.open) this.cancelled -= 1;
      else {
        alarm.open = false;
        alarm.ring();
      }
    }
    this.arm();
  }

  /** Removes all alarms. */
  clear(): void {
    this.heap.keep(() => false);
    this.cancelled = 0;
    this.arm();
  }

  private cancel(alarm: Alarm): void {
    if (!alarm.open) return;
    alarm.open = false;
    this.cancelled += 1;
    if (this.cancelled < 1000 || this.cancelled < this.heap.size / 2) return;
    this.heap.keep(({ open }) => open);
    this.cancelled = 0;
  }

  private arm(): void {
    clearTimeout(this.timer);
    const first = this.heap.first();
    this.timerDue = first ? first.due : Infinity;
    if (!first) return;
    const delay = Math.min(Math.max(first.due - this.clock(), 1), maxTimerDelay);
    this.timer = setTimeout(() => this.wake(), delay).unref();
  }
}
