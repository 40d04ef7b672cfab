import type { GroupCommit } from '../group-commit.ts';

type Write = () => void;

const nothing: Write = () => {};

/**
 * Writes that wait for the commit of the turn, in order. Nothing may leave the process that rests
 * on one of them before `flush` or `written`. Where they cannot be committed the process ends, by a
 * rejection that nobody handles: what is in memory is ahead of what is stored.
 */
export class TurnWrites {
  private readonly commit: GroupCommit;
  private waiting: Write[] = [];
  /** Where the last write of each key waits. */
  private readonly last = new Map<string, number>();
  /** Where the writes begin that `atomically` still adds to. */
  private unfinished: number | undefined;
  private isAwaited = false;

  constructor(commit: GroupCommit) {
    this.commit = commit;
  }

  add(write: Write): void {
    this.waiting.push(write);
    this.awaitCommit();
  }

  /** Adds a write that makes those of the same key useless which wait before it. */
  replace(key: string, write: Write): void {
    const overtaken = this.last.get(key);
    if (overtaken !== undefined) this.waiting[overtaken] = nothing;
    this.last.set(key, this.waiting.length);
    this.add(write);
  }

  /** Makes one commit of everything that `work` adds; it must not wait. */
  atomically<Result>(work: () => Result): Result {
    if (this.unfinished !== undefined) return work();
    this.unfinished = this.waiting.length;
    try {
      return work();
    } finally {
      this.unfinished = undefined;
      if (this.waiting.length > 0) this.awaitCommit();
    }
  }

  /** Commits what waits, apart from what `atomically` still adds to. */
  flush(): void {
    this.commit.flush();
  }

  /** Resolves when everything that was added is committed, and `last` with it. */
  written(): Promise<void>;
  written<Result>(last: () => Result): Promise<Result>;
  written(last = () => undefined): Promise<unknown> {
    return this.commit(last);
  }

  private awaitCommit(): void {
    if (this.isAwaited) return;
    this.isAwaited = true;
    void this.commit(() => this.writeOut());
  }

  private writeOut(): void {
    this.isAwaited = false;
    const finished = this.waiting.splice(0, this.unfinished ?? this.waiting.length);
    if (this.unfinished !== undefined) this.unfinished = 0;
    this.last.clear();
    for (const write of finished) write();
  }
}
