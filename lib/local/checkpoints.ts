import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** A copy starts when the journal has this many pages. */
const minJournalPages = 1_000;

/** How long (ms) the idle thread, which takes 13 MB, is kept. */
const idleThreadTimeout = 5_000;

export type Checkpoints = {
  /** Must be called after each commit. */
  committed(): void;
  close(): Promise<void>;
};

const noCheckpoints: Checkpoints = { committed() {}, async close() {} };

const startThread = (path: string): Worker => {
  const thread = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: path,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
  });
  thread.unref();
  return thread;
};

/**
 * Copies committed data from the journal into the database file, on a thread of its own: each copy
 * waits for the disk twice, for some milliseconds in which no request could be served. The thread
 * exists while the database is busy. Without it, or if it cannot keep up, SQLite copies during a
 * commit (`wal_autocheckpoint` of `ledger.ts`). A database without a file has no journal.
 */
export const openCheckpoints = (database: DatabaseSync): Checkpoints => {
  const path = database.location();
  if (path === null) return noCheckpoints;
  const journal = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  let thread: Worker | undefined;
  let isCopying = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const oldThread = thread;
    thread = undefined;
    isCopying = false;
    if (!oldThread) return;
    oldThread.ref();
    oldThread.postMessage('end');
    await new Promise((resolve) => oldThread.once('exit', resolve));
  };

  const start = (): Worker => {
    const newThread = startThread(path);
    const onEnd = () => {
      if (thread !== newThread) return;
      thread = undefined;
      isCopying = false;
    };
    newThread.on('message', () => {
      if (thread !== newThread) return;
      isCopying = false;
      idleTimer = setTimeout(() => void end(), idleThreadTimeout).unref();
    });
    // Not reported here: the next commit fails in the same way, and that is reported.
    newThread.once('error', onEnd);
    newThread.once('exit', onEnd);
    return newThread;
  };

  return {
    committed() {
      if (isCopying) return;
      const { log, checkpointed } = journal.get() ?? {};
      if (Number(log) - Number(checkpointed) < minJournalPages) return;
      clearTimeout(idleTimer);
      isCopying = true;
      thread ??= start();
      thread.postMessage('copy');
    },
    close: end,
  };
};
