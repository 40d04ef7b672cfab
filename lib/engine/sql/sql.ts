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
const unlessAborted = async <T>(done: Promise<T>, signal?: AbortSignal): Promise<T> => {
  if (!signal) return done;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([done, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** How long (ms) an organisation may go on with its loaded database while others wait. */
const rotationMs = 2_000;

/** The only database that exists at a time; it is ended after some time without queries. */
const openSingleDatabase = (place: SqlPlace, most: SqlLimits) => {
  let current: { key: string; database: ReturnType<typeof openDatabase> } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = async (): Promise<void> => {
    const ending = current;
    current = undefined;
    await ending?.database.end();
  };

  return {
    end,

    async of(key: string, tables: SqlTables) {
      clearTimeout(idle);
      if (current?.key === key) return current.database;
      const before = current;
      current = undefined;
      const unused = await before?.database.leave();
      if (isClosed) {
        await unused?.end();
        throw new SqlFailure(stoppedError());
      }
      current = { key, database: openDatabase(place, { tables, most, unused }) };
      return current.database;
    },

    rest: (): void => {
      idle = setTimeout(() => void end(), idleFor).unref();
    },

    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(idle);
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
export const openSql = (place: SqlPlace, most: SqlLimits = limits.sql) => {
  const { waiting = limits.sqlWaiting } = most;
  const turns = {
    stay: rotationMs,
    now: () => performance.now(),
    tooMany: () => queueFullError(waiting),
  };
  const questions = createFairQueue({ ...turns, most: waiting });
  /** Works that let queries go first, one at a time: each database would hold many scans' rows. */
  const works = createFairQueue({ ...turns, most: Infinity });
  const one = openSingleDatabase(place, most);

  type Held = { of: SqlRows; tables: SqlTables; signal: AbortSignal | undefined };

  const take = <T>(
    { of: { tenant_id: who, rows }, tables, signal }: Held,
    work: (ask: RunSql) => Promise<T>,
    isUnbounded = false,
  ): Promise<T> => {
    const key = `${who}/${rows}`;
    const act = async (): Promise<T> => {
      signal?.throwIfAborted();
      const database = await one.of(key, tables);
      // A database that is starting, or waiting for rows, is kept for the next query.
      const stop = () => {
        if (database.isAtWork()) void one.end();
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
        one.rest();
      }
    };
    return questions.take({ who, key, act, signal, isUnbounded });
  };

  const opened: Sql & { close: () => Promise<void> } = {
    using: (of, tables, work, { signal, givesWay = false }: SqlQueueOptions = {}) => {
      const held: Held = { of, tables, signal };
      if (!givesWay) return unlessAborted(take(held, work), signal);
      const act = () => {
        // It queues one query at a time, so that others who came meanwhile go before its next one.
        const oneByOne = createSerialQueue();
        return work((sql, options) => oneByOne(() => take(held, (ask) => ask(sql, options), true)));
      };
      return unlessAborted(works.take({ who: of.tenant_id, key: of.rows, act, signal }), signal);
    },

    close: one.close,
  };
  return opened;
};
