import type { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';
import { checkpointsOf } from './checkpoints.ts';
import { inTransaction } from './ledger.ts';

type Work = {
  /** Does it, and answers how its caller is told once that is committed. */
  run: () => () => void;
  /** Writes nothing, so that it may be done again. */
  reads: boolean;
  reject: (cause: unknown) => void;
};

export type GroupCommit = {
  /**
   * Runs the work in a transaction soon; resolves with what it answers after the commit. Work that
   * only reads is told so: it does not fail because what others write has no room.
   */
  <T>(work: () => T, kind?: 'reads'): Promise<T>;
  /**
   * Commits at once what waits, for whoever reads it or must not go on without it. Throws where the
   * database fails.
   */
  flush(): void;
  /** Commits what waits, and ends what goes on beside it. Nothing may be asked for after that. */
  close(): Promise<void>;
};

/** SQLite itself failed; it may have undone what the transaction had written by then. */
const isOfDatabase = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

/** Without a transaction, which a disk that cannot be written does not begin. */
const readAlone = ({ run, reject }: Work): void => {
  try {
    run()();
  } catch (error) {
    reject(error);
  }
};

/**
 * Collects the work of one turn of the event loop into one transaction, because a commit costs more
 * than most writes. Each promise settles after the commit. Work that throws by itself fails alone,
 * and must not have written anything; where the database fails, all work of the turn does, apart
 * from what only reads. That is done again, as it may have seen what was undone.
 */
const collecting = (database: DatabaseSync): GroupCommit => {
  let waiting: Work[] = [];
  const checkpoints = checkpointsOf(database);

  const flush = () => {
    const works = waiting;
    if (works.length === 0) return;
    waiting = [];
    try {
      const tell = inTransaction(database, () => works.map(({ run }) => run()));
      for (const one of tell) one();
      checkpoints.committed();
    } catch (error) {
      for (const { reject } of works.filter(({ reads }) => !reads)) reject(error);
      for (const work of works.filter(({ reads }) => reads)) readAlone(work);
      throw error;
    }
  };

  const flushLater = () => {
    try {
      flush();
    } catch {
      // Whoever waits for the work was told.
    }
  };

  const commit = <T>(work: () => T, kind?: 'reads'): Promise<T> =>
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
      if (waiting.length === 0) setImmediate(flushLater);
      waiting.push({ run, reject, reads: kind === 'reads' });
    });

  const close = async () => {
    flushLater();
    await checkpoints.close();
  };

  return Object.assign(commit, { flush, close });
};

const opened = new WeakMap<DatabaseSync, GroupCommit>();

/** The group commit of a database: one, so that all who write in a turn share a transaction. */
export const groupCommit = (database: DatabaseSync): GroupCommit => {
  const commit = opened.get(database) ?? collecting(database);
  opened.set(database, commit);
  return commit;
};
