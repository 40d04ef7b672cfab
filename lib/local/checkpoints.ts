import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** So many pages in the journal start a copy. */
const worthwhile = 1_000;

/** Milliseconds that the thread, which takes 13 MB, stays alive without work. */
const patience = 5_000;

export type Checkpoints = {
  /** Is told after each commit. */
  committed(): void;
  close(): Promise<void>;
};

const none: Checkpoints = { committed() {}, async close() {} };

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
 * Copies what was committed from the journal into the database file, on a thread of its own: each
 * copy waits for the disk twice, some milliseconds in which nobody would be answered. The thread
 * lives while the database is busy. Without it, or where it cannot keep up, SQLite copies by itself
 * in a commit (`wal_autocheckpoint` of `ledger.ts`). A database without a file has no journal.
 */
export const checkpointsOf = (database: DatabaseSync): Checkpoints => {
  const path = database.location();
  if (path === null) return none;
  const journal = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  let thread: Worker | undefined;
  let isCopying = false;
  let leave: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(leave);
    const ending = thread;
    thread = undefined;
    isCopying = false;
    if (!ending) return;
    ending.ref();
    ending.postMessage('end');
    await new Promise((resolve) => ending.once('exit', resolve));
  };

  const start = (): Worker => {
    const started = startThread(path);
    const gone = () => {
      if (thread !== started) return;
      thread = undefined;
      isCopying = false;
    };
    started.on('message', () => {
      if (thread !== started) return;
      isCopying = false;
      leave = setTimeout(() => void end(), patience).unref();
    });
    // Not reported here: the next commit meets the same failure, and reports it.
    started.once('error', gone);
    started.once('exit', gone);
    return started;
  };

  return {
    committed() {
      if (isCopying) return;
      const { log, checkpointed } = journal.get() ?? {};
      if (Number(log) - Number(checkpointed) < worthwhile) return;
      clearTimeout(leave);
      isCopying = true;
      thread ??= start();
      thread.postMessage('copy');
    },
    close: end,
  };
};
