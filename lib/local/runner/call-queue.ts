import { Interrupted } from './failure.ts';

type Call = { begin: () => void; refuse: (reason: Interrupted) => void };

/** Lets a bounded number of function calls run at a time; the rest wait in the order they came. */
export class CallQueue {
  private readonly limit: number;
  private waiting: Call[] = [];
  private running = 0;
  private scheduled = false;
  private closed = false;
  private lookers: (() => void)[] = [];

  constructor(limit = 64) {
    this.limit = limit;
  }

  /** Runs `work` when its turn comes; rejects with `Interrupted` if the queue closes before. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin, refuse) => {
      if (this.closed) refuse(new Interrupted());
      else this.waiting.push({ begin, refuse });
      this.schedule();
    });
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.schedule();
    }
  }

  /** Resolves when fewer calls wait than run at a time; at once where that is so. */
  async room(): Promise<void> {
    while (!this.closed && this.waiting.length >= this.limit) {
      await new Promise<void>((look) => this.lookers.push(look));
    }
  }

  close(): void {
    this.closed = true;
    for (const call of this.waiting.splice(0)) call.refuse(new Interrupted());
    this.tellLookers();
  }

  private tellLookers(): void {
    for (const look of this.lookers.splice(0)) look();
  }

  /** Calls begin in a later turn of the event loop, so that requests are served in between. */
  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0 || this.running >= this.limit) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      for (const call of this.waiting.splice(0, this.limit - this.running)) {
        this.running += 1;
        call.begin();
      }
      this.tellLookers();
    });
  }
}
