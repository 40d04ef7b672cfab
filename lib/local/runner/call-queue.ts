import { fairTurns } from '../fair-turns.ts';
import { Interrupted } from './failure.ts';

type Call = { begin: () => void; refuse: (reason: Interrupted) => void };

/**
 * Runs a bounded number of function calls at a time. The others wait in their order, in fair turns
 * between the owners of the runs: calls may take minutes, and must not block other owners.
 */
export class CallQueue {
  private readonly limit: number;
  private readonly turns: ReturnType<typeof fairTurns<Call>>;
  private scheduled = false;
  private closed = false;
  private waiters: (() => void)[] = [];

  constructor(limit = 128) {
    this.limit = limit;
    this.turns = fairTurns(limit);
  }

  /** Runs `work` when the owner's turn comes; rejects with `Interrupted` if the queue closes. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin, refuse) => {
      if (this.closed) return refuse(new Interrupted());
      this.turns.add(owner, { begin, refuse });
      this.schedule();
    });
    try {
      return await work();
    } finally {
      this.turns.release(owner);
      this.schedule();
    }
  }

  /** Resolves when fewer calls of the owner wait than may run at once, possibly immediately. */
  async waitForRoom(owner: string): Promise<void> {
    while (!this.closed && this.turns.waiting(owner) >= this.limit) {
      await new Promise<void>((notify) => this.waiters.push(notify));
    }
  }

  close(): void {
    this.closed = true;
    for (const call of this.turns.clear()) call.refuse(new Interrupted());
    this.notifyWaiters();
  }

  private notifyWaiters(): void {
    for (const notify of this.waiters.splice(0)) notify();
  }

  /** Calls begin in a later turn of the event loop, so that requests are served in between. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      for (let turn = this.turns.next(); turn; turn = this.turns.next()) turn.item.begin();
      this.notifyWaiters();
    });
  }
}
