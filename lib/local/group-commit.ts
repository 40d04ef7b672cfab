import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './ledger.ts';

type Write = { work: () => void; resolve: () => void; reject: (cause: unknown) => void };

/** Runs the work in a transaction soon; resolves after the commit. */
export type GroupCommit = (work: () => void) => Promise<void>;

/**
 * Collects the writes of one turn of the event loop into one transaction, because a commit costs
 * more than most writes. Each promise resolves after the commit; where it fails, all of its writes
 * reject.
 */
export const groupCommit = (database: DatabaseSync): GroupCommit => {
  let waiting: Write[] = [];

  const commit = () => {
    const writes = waiting;
    waiting = [];
    try {
      inTransaction(database, () => {
        for (const { work } of writes) work();
      });
    } catch (error) {
      for (const { reject } of writes) reject(error);
      return;
    }
    for (const { resolve } of writes) resolve();
  };

  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({ work, resolve, reject });
    });
};
