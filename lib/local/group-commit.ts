import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './ledger.ts';

type Work = {
  /** Does it, and answers how its caller is told once that is committed. */
  run: () => () => void;
  reject: (cause: unknown) => void;
};

/** Runs the work in a transaction soon; resolves with what it answers after the commit. */
export type GroupCommit = <T>(work: () => T) => Promise<T>;

/** SQLite itself failed; it may have undone what the transaction had written by then. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/**
 * Collects the work of one turn of the event loop into one transaction, because a commit costs more
 * than most writes. Each promise settles after the commit. Work that throws by itself fails alone,
 * and must not have written anything; where the database fails, all work of the turn does.
 */
export const groupCommit = (database: DatabaseSync): GroupCommit => {
  let waiting: Work[] = [];

  const commit = () => {
    const works = waiting;
    waiting = [];
    try {
      const tell = inTransaction(database, () => works.map(({ run }) => run()));
      for (const one of tell) one();
    } catch (error) {
      for (const { reject } of works) reject(error);
    }
  };

  return <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = () => {
        try {
          const result = work();
          return () => resolve(result);
        } catch (error) {
          if (isOfDatabase(error)) throw error;
          return () => reject(error);
        }
      };
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({ run, reject });
    });
};
