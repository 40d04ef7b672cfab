import type { GroupCommit } from '../group-commit.ts';

type Write = () => void;

const noop: Write = () => {};

/**
 * Writes that wait, in order, for the commit of the turn. Before `flush` or `whenCommitted`,
 * nothing that depends on them may leave the process. If they cannot be committed, an unhandled
 * rejection ends the process, because its memory is ahead of the store.
 */
export class TurnWrites {
  private readonly commit: GroupCommit;
  private waiting: Write[] = [];
  /** The position in `waiting` of the last write for each key. */
  private readonly last = new Map<string, number>();
  /** The position in `waiting` from which `atomically` is still adding writes. */
  private unfinished: number | undefined;
  private isAwaited = false;

  constructor(commit: GroupCommit) {
    this.commit = commit;
  }

  add(write: Write): void {
    this.waiting.push(write);
    this.awaitCommit();
  }

  /** Adds a write that replaces a waiting write with the same key. */
  replace(key: string, write: Write): void {
    const overtaken = this.last.get(key);
    if (overtaken !== undefined) this.waiting[overtaken] = noop;
    this.last.set(key, this.waiting.length);
    this.add(write);
  }

  /** Commits everything that `work` adds together; `work` must be synchronous. */
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

  /** Commits waiting writes, except those that `atomically` is still adding. */
  flush(): void {
    this.commit.flush();
  }

  /** Resolves when all writes added so far are committed, together with `last`. */
  whenCommitted(): Promise<void>;
  whenCommitted<Result>(last: () => Result): Promise<Result>;
  whenCommitted(last = () => undefined): Promise<unknown> {
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
