import {
  type AskSql,
  type Sql,
  SqlFailure,
  type SqlRows,
  type SqlTables,
  type SqlTurn,
  tooManyWait,
} from '#lib/domain/inventory/sql.ts';
import { limits } from '#lib/kernel/limits.ts';
import { inTurn, openDatabase, type SqlLimits } from './database.ts';
import { ended, type SqlPlace } from './thread.ts';
import { fairTurns } from './turns.ts';

/** A database that nobody asks ends after this (ms). */
const idleFor = 20_000;

/** What comes of it, unless nobody waits for it any more. */
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

/** How long an organisation goes on with a database that is loaded while others wait (ms). */
const stay = 2_000;

/** The one database that there is at a time; it ends when nobody has asked for a while. */
const openOne = (place: SqlPlace, most: SqlLimits) => {
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
        throw new SqlFailure(ended());
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
 * Runs SQL that nobody has to trust, in a throw-away Postgres on a thread: one SELECT at a time, in
 * a transaction that only reads, as a role that may do nothing else, and the thread is ended at the
 * limit. One database exists at a time, and an organisation never meets the rows of another; it
 * ends when nobody has asked for a while. Organisations take turns.
 */
export const openSql = (place: SqlPlace, most: SqlLimits = limits.sql) => {
  const { waiting = limits.sqlWaiting } = most;
  const turns = { stay, now: () => performance.now(), tooMany: () => tooManyWait(waiting) };
  const questions = fairTurns({ ...turns, most: waiting });
  /** Work that gives way, as a database for each would hold the rows of many scans. */
  const works = fairTurns({ ...turns, most: Infinity });
  const one = openOne(place, most);

  type Held = { of: SqlRows; tables: SqlTables; signal: AbortSignal | undefined };

  const take = <T>(
    { of: { tenant_id: who, rows }, tables, signal }: Held,
    work: (ask: AskSql) => Promise<T>,
    isUnbounded = false,
  ): Promise<T> => {
    const key = `${who}/${rows}`;
    const act = async (): Promise<T> => {
      signal?.throwIfAborted();
      const database = await one.of(key, tables);
      // A database that only starts, or waits for rows, serves the next one.
      const stop = () => {
        if (database.isAtWork()) void one.end();
      };
      signal?.addEventListener('abort', stop);
      try {
        signal?.throwIfAborted();
        return await work(database.asking(signal));
      } catch (error) {
        // What an abort breaks off is no failure of the query.
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
    using: (of, tables, work, { signal, givesWay = false }: SqlTurn = {}) => {
      const held: Held = { of, tables, signal };
      if (!givesWay) return unlessAborted(take(held, work), signal);
      const act = () => {
        // One question stands in line at a time: whoever came meanwhile is before the next one.
        const oneByOne = inTurn();
        return work((sql, options) => oneByOne(() => take(held, (ask) => ask(sql, options), true)));
      };
      return unlessAborted(works.take({ who: of.tenant_id, key: of.rows, act, signal }), signal);
    },

    close: one.close,
  };
  return opened;
};
