import {
  queueFullError,
  type RunSql,
  type Sql,
  SqlFailure,
  type SqlQueueOptions,
  type SqlRows,
  type SqlTables,
} from '#lib/domain/inventory/sql.ts';
import { limits } from '#lib/kernel/limits.ts';
import { createSerialQueue, openDatabase, type SqlLimits } from './database.ts';
import { type SqlPlace, stoppedError } from './thread.ts';
import { createFairQueue } from './fair-queue.ts';

/** A database without queries is ended after this time (ms). */
const idleFor = 20_000;

/** The result of a promise; rejects when the signal is aborted. */
const unlessAborted = async <T>(result: Promise<T>, signal?: AbortSignal): Promise<T> => {
  if (!signal) return result;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([result, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** How long (ms) an organisation may go on with its loaded database while others wait. */
const rotationMs = 2_000;

/** The only database that exists at a time; it is ended after some time without queries. */
const openSingleDatabase = (threadFiles: SqlPlace, sqlLimits: SqlLimits) => {
  let current: { key: string; database: ReturnType<typeof openDatabase> } | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = async (): Promise<void> => {
    const ending = current;
    current = undefined;
    await ending?.database.end();
  };

  return {
    end,

    async of(key: string, tables: SqlTables) {
      clearTimeout(idleTimer);
      if (current?.key === key) return current.database;
      const previous = current;
      current = undefined;
      const unused = await previous?.database.leave();
      if (isClosed) {
        await unused?.end();
        throw new SqlFailure(stoppedError());
      }
      current = { key, database: openDatabase(threadFiles, { tables, sqlLimits, unused }) };
      return current.database;
    },

    rest: (): void => {
      idleTimer = setTimeout(() => void end(), idleFor).unref();
    },

    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(idleTimer);
      await end();
    },
  };
};

/**
 * Runs untrusted SQL in a throw-away Postgres on a thread: one SELECT at a time, in a read-only
 * transaction, as a role without other rights; the thread is ended at the time limit. Only one
 * database exists at a time, so that an organisation never meets the rows of another; it is ended
 * after some time without queries. Organisations take turns.
 */
export const openSql = (threadFiles: SqlPlace, sqlLimits: SqlLimits = limits.sql) => {
  const { waiting = limits.sqlWaiting } = sqlLimits;
  const queueOptions = {
    maxTurnMs: rotationMs,
    now: () => performance.now(),
    tooMany: () => queueFullError(waiting),
  };
  const questions = createFairQueue({ ...queueOptions, maxWaiting: waiting });
  /** Works that let queries go first, one at a time: each database would hold many scans' rows. */
  const works = createFairQueue({ ...queueOptions, maxWaiting: Infinity });
  const singleDatabase = openSingleDatabase(threadFiles, sqlLimits);

  type Held = { of: SqlRows; tables: SqlTables; signal: AbortSignal | undefined };

  const runQueued = <T>(
    { of: { tenant_id: owner, rows }, tables, signal }: Held,
    work: (runSql: RunSql) => Promise<T>,
    isUnbounded = false,
  ): Promise<T> => {
    const key = `${owner}/${rows}`;
    const execute = async (): Promise<T> => {
      signal?.throwIfAborted();
      const database = await singleDatabase.of(key, tables);
      // A database that is starting, or waiting for rows, is kept for the next query.
      const stop = () => {
        if (database.isAtWork()) void singleDatabase.end();
      };
      signal?.addEventListener('abort', stop);
      try {
        signal?.throwIfAborted();
        return await work(database.asking(signal));
      } catch (error) {
        // An error caused by the abort is not a failure of the query.
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', stop);
        singleDatabase.rest();
      }
    };
    return questions.take({ owner, key, execute, signal, isUnbounded });
  };

  const sqlService: Sql & { close: () => Promise<void> } = {
    using: (of, tables, work, { signal, givesWay = false }: SqlQueueOptions = {}) => {
      const request: Held = { of, tables, signal };
      if (!givesWay) return unlessAborted(runQueued(request, work), signal);
      const execute = () => {
        // It queues one query at a time, so that others who came meanwhile go before its next one.
        const oneByOne = createSerialQueue();
        return work((sql, options) =>
          oneByOne(() => runQueued(request, (runSql) => runSql(sql, options), true)),
        );
      };
      return unlessAborted(
        works.take({ owner: of.tenant_id, key: of.rows, execute, signal }),
        signal,
      );
    },

    close: singleDatabase.close,
  };
  return sqlService;
};
