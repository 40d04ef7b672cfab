import type { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';
import { openCheckpoints } from './checkpoints.ts';
import { inTransaction } from './ledger.ts';

type Work = {
  /** Does the work, and returns the function that settles its promise after the commit. */
  run: () => () => void;
  /** The work writes nothing, so that it may be repeated. */
  isReadOnly: boolean;
  reject: (cause: unknown) => void;
};

export type GroupCommit = {
  /**
   * Runs the work in a transaction soon; resolves with its result after the commit. Work marked as
   * `reads` does not fail if the writes of others cannot be stored.
   */
  <T>(work: () => T, kind?: 'reads'): Promise<T>;
  /**
   * Commits waiting work at once, for a caller who reads it or must not continue without it. Throws
   * if the database fails.
   */
  flush(): void;
  /** Commits waiting work and stops the checkpoints. Must be the last call. */
  close(): Promise<void>;
};

/** SQLite itself failed, and may have rolled back what the transaction had written so far. */
const isDatabaseError = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/** Reads without a transaction, which cannot begin if the disk cannot be written. */
const readWithoutTransaction = ({ run, reject }: Work): void => {
  try {
    run()();
  } catch (error) {
    reject(error);
  }
};

/**
 * Collects the work of one turn of the event loop into one transaction, because a commit costs more
 * than most writes. Each promise settles after the commit. Work that throws fails alone, and must
 * not have written anything; if the database fails, all work of the turn fails, except for reads.
 * Those are repeated, as they may have seen writes that were rolled back.
 */
const openGroupCommit = (database: DatabaseSync): GroupCommit => {
  let waiting: Work[] = [];
  const checkpoints = openCheckpoints(database);

  const flush = () => {
    const works = waiting;
    if (works.length === 0) return;
    waiting = [];
    try {
      const settlers = inTransaction(database, () => works.map(({ run }) => run()));
      for (const one of settlers) one();
      checkpoints.committed();
    } catch (error) {
      for (const { reject } of works.filter(({ isReadOnly }) => !isReadOnly)) reject(error);
      for (const work of works.filter(({ isReadOnly }) => isReadOnly)) readWithoutTransaction(work);
      throw error;
    }
  };

  const flushLater = () => {
    try {
      flush();
    } catch {
      // The work has rejected its own promise.
    }
  };

  const commit = <T>(work: () => T, kind?: 'reads'): Promise<T> =>
    new Promise((resolve, reject) => {
      const run = () => {
        try {
          const result = work();
          return () => resolve(result);
        } catch (error) {
          if (isDatabaseError(error)) throw error;
          return () => reject(error);
        }
      };
      if (waiting.length === 0) setImmediate(flushLater);
      waiting.push({ run, reject, isReadOnly: kind === 'reads' });
    });

  const close = async () => {
    flushLater();
    await checkpoints.close();
  };

  return Object.assign(commit, { flush, close });
};

const commitsByDatabase = new WeakMap<DatabaseSync, GroupCommit>();

/** The group commit of a database: a single one, so that a turn's writes share a transaction. */
export const groupCommit = (database: DatabaseSync): GroupCommit => {
  const commit = commitsByDatabase.get(database) ?? openGroupCommit(database);
  commitsByDatabase.set(database, commit);
  return commit;
};
