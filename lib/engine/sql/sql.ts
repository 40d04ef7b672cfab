import { tablesRead } from '#lib/domain/compliance/answer.rules.ts';
import {
  type AskSql,
  type Sql,
  type SqlAnswer,
  SqlFailure,
  sqlCodes,
  type SqlOptions,
  type SqlRows,
  type SqlTables,
  type SqlTurn,
} from '#lib/domain/inventory/sql.ts';
import { tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Asked } from './messages.ts';
import { ended, type SqlPlace, startThread, type Thread } from './thread.ts';
import { fairTurns } from './turns.ts';

/** Loading one file of rows (ms). */
const longestLoad = 60_000;

/** A database that nobody asks ends after this (ms). */
const idleFor = 20_000;

const tableMissing = ({ code, message }: SqlFailure): string | undefined =>
  code === sqlCodes.noSuchTable ? /relation "(\w+)" does not exist/.exec(message)?.[1] : undefined;

/** Does one thing after the other, in the order in which they were asked for. */
const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
};

/** One database in a thread of its own, made anew where a query had to be ended with it. */
const openDatabase = (place: SqlPlace, tables: SqlTables, most: SqlLimits) => {
  let thread: Thread | undefined;
  let isOver = false;
  const loaded = new Map<string, SqlFailure | true>();

  const ask = async (asked: Asked, ms: number) => {
    if (isOver) throw new SqlFailure(ended());
    if (!thread?.isOpen()) {
      thread = startThread(place);
      loaded.clear();
    }
    return thread.ask(asked, ms);
  };

  const longest = most.load ?? longestLoad;

  const fill = async (table: string, rows: () => AsyncIterable<string>): Promise<void> => {
    await ask({ kind: 'make', table, definition: tableDefinition(table) }, longest);
    try {
      for await (const lines of rows()) {
        if (lines !== '') await ask({ kind: 'fill', table, lines }, longest);
      }
    } catch (error) {
      if (thread?.isOpen()) await ask({ kind: 'drop', table }, longest);
      throw error;
    }
  };

  /** A table whose rows do not fit its columns fails each query that names it. */
  const load = async (table: string): Promise<void> => {
    const rows = Object.hasOwn(tables, table) ? tables[table] : undefined;
    if (!rows) return;
    const before = thread?.isOpen() ? loaded.get(table) : undefined;
    if (before instanceof SqlFailure) throw before;
    if (before) return;
    try {
      await fill(table, rows);
      loaded.set(table, true);
    } catch (error) {
      if (error instanceof SqlFailure) loaded.set(table, error);
      throw error;
    }
  };

  const query = async (sql: string, options: SqlOptions): Promise<SqlAnswer> => {
    const answer = await ask({ kind: 'query', sql, options, most: most.answer }, most.time);
    if (!('json' in answer)) throw new Error('A query has no rows.');
    const { columns, json, truncated } = answer;
    return { columns, rows: JSON.parse(json), truncated };
  };

  const askNow: AskSql = async (sql, options = {}) => {
    for (const table of tablesRead(sql)) await load(table);
    const tried = new Set<string>();
    for (;;) {
      try {
        return await query(sql, options);
      } catch (error) {
        const missing = error instanceof SqlFailure ? tableMissing(error) : undefined;
        if (!missing || tried.has(missing) || !Object.hasOwn(tables, missing)) throw error;
        tried.add(missing);
        await load(missing);
      }
    }
  };

  const queued = inTurn();
  const askSql: AskSql = (sql, options) => queued(() => askNow(sql, options));
  const end = async (): Promise<void> => {
    isOver = true;
    await thread?.end();
  };
  return { ask: askSql, end };
};

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

/** Milliseconds of one query, and of loading rows; and characters of an answer. */
export type SqlLimits = {
  time: number;
  answer: number;
  load?: number;
  /** Queries of one organisation that wait. */
  waiting?: number;
};

/** How long an organisation goes on with a database that is loaded while others wait (ms). */
const stay = 2_000;

const tooMany = (waiting: number) => () =>
  new SqlFailure({
    code: sqlCodes.busy,
    message:
      `Queries of your organisation that wait: ${waiting}, the most there may be. ` +
      'Try again in a moment.',
  });

/**
 * Runs SQL that nobody has to trust, in a throw-away Postgres on a thread: one SELECT at a time, in
 * a transaction that only reads, as a role that may do nothing else, and the thread is ended at the
 * limit. One database exists at a time, and an organisation never meets the rows of another; it
 * ends when nobody has asked for a while. Organisations take turns.
 */
export const openSql = (place: SqlPlace, most: SqlLimits = limits.sql) => {
  let current: { key: string; database: ReturnType<typeof openDatabase> } | undefined;
  const { waiting = limits.sqlWaiting } = most;
  const turns = { stay, now: () => performance.now(), tooMany: tooMany(waiting) };
  const questions = fairTurns({ ...turns, most: waiting });
  /** Work that gives way, as a database for each would hold the rows of many scans. */
  const works = fairTurns({ ...turns, most: Infinity });
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = async (): Promise<void> => {
    const ending = current;
    current = undefined;
    await ending?.database.end();
  };

  const databaseOf = async (key: string, tables: SqlTables) => {
    clearTimeout(idle);
    if (current?.key !== key) await end();
    if (isClosed) throw new SqlFailure(ended());
    current ??= { key, database: openDatabase(place, tables, most) };
    return current.database;
  };

  type Held = { of: SqlRows; tables: SqlTables; signal: AbortSignal | undefined };

  const take = <T>(
    { of: { tenant_id: who, rows }, tables, signal }: Held,
    work: (ask: AskSql) => Promise<T>,
    isUnbounded = false,
  ): Promise<T> => {
    const key = `${who}/${rows}`;
    const act = async (): Promise<T> => {
      signal?.throwIfAborted();
      const database = await databaseOf(key, tables);
      const stop = () => void end();
      signal?.addEventListener('abort', stop);
      try {
        signal?.throwIfAborted();
        return await work(database.ask);
      } catch (error) {
        // What an abort breaks off is no failure of the query.
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', stop);
        idle = setTimeout(() => void end(), idleFor).unref();
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

    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(idle);
      await end();
    },
  };
  return opened;
};
