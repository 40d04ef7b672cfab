import { tablesReadBy } from '#lib/domain/compliance/rule-sql.rules.ts';
import {
  type RunSql,
  type SqlAnswer,
  sqlCodes,
  SqlFailure,
  type SqlOptions,
  type SqlTables,
} from '#lib/domain/inventory/sql.ts';
import { tableColumns, tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import type { ThreadAnswer, ThreadRequest } from './messages.ts';
import { type SqlPlace, startThread, stoppedError, type Thread } from './thread.ts';

/** Milliseconds of one query and of loading rows (`load`); characters of an answer. */
export type SqlLimits = {
  time: number;
  answer: number;
  load?: number;
  /** The most waiting queries of one organisation. */
  waiting?: number;
};

/** The time limit (ms) for loading one file of rows. */
const loadTimeout = 60_000;

const missingTableIn = ({ code, message }: SqlFailure): string | undefined =>
  code === sqlCodes.noSuchTable ? /relation "(\w+)" does not exist/.exec(message)?.[1] : undefined;

/** Returns a function that runs actions one after the other, in the order of its calls. */
export const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
};

type Opening = { tables: SqlTables; sqlLimits: SqlLimits; unused?: Thread | undefined };

/** Sends one request to the thread, unless the signal is aborted. */
type Ask = (request: ThreadRequest, ms: number, signal?: AbortSignal) => Promise<ThreadAnswer>;

/** Loads the tables that queries name; `isOpen` says whether the loaded rows still exist. */
const openTables = (ask: Ask, { tables, sqlLimits }: Opening, isOpen: () => boolean) => {
  const loaded = new Map<string, SqlFailure | true>();
  const maxLoadMs = sqlLimits.load ?? loadTimeout;

  const fill = async (
    table: string,
    rows: () => AsyncIterable<string>,
    signal?: AbortSignal,
  ): Promise<void> => {
    const definition = tableDefinition(table);
    const columns = tableColumns(table) ?? {};
    await ask({ kind: 'make', table, definition }, maxLoadMs, signal);
    try {
      for await (const lines of rows()) {
        if (lines !== '') await ask({ kind: 'fill', table, columns, lines }, maxLoadMs, signal);
      }
    } catch (error) {
      if (isOpen()) await ask({ kind: 'drop', table }, maxLoadMs);
      throw error;
    }
  };

  return {
    has: (table: string): boolean => Object.hasOwn(tables, table),

    forget: (): void => loaded.clear(),

    /** A table whose rows do not fit its columns makes each query that names it fail. */
    async load(table: string, signal?: AbortSignal): Promise<void> {
      const rows = Object.hasOwn(tables, table) ? tables[table] : undefined;
      if (!rows) return;
      const loadResult = isOpen() ? loaded.get(table) : undefined;
      if (loadResult instanceof SqlFailure) throw loadResult;
      if (loadResult) return;
      try {
        await fill(table, rows, signal);
        loaded.set(table, true);
      } catch (error) {
        if (error instanceof SqlFailure) loaded.set(table, error);
        throw error;
      }
    },
  };
};

/**
 * One database in a thread of its own; both are started anew after a query had to be stopped by
 * ending them. It may take over an unused thread.
 */
export const openDatabase = (threadFiles: SqlPlace, opening: Opening) => {
  const { sqlLimits } = opening;
  let thread = opening.unused;
  let isClosed = false;

  const ask: Ask = async (request, ms, signal) => {
    if (isClosed) throw new SqlFailure(stoppedError());
    if (!thread?.isOpen()) {
      thread = startThread(threadFiles);
      tables.forget();
    }
    return thread.ask(request, ms, signal);
  };

  const tables = openTables(ask, opening, () => thread?.isOpen() === true);

  const query = async (
    sql: string,
    options: SqlOptions,
    signal?: AbortSignal,
  ): Promise<SqlAnswer> => {
    const request: ThreadRequest = { kind: 'query', sql, options, most: sqlLimits.answer };
    const answer = await ask(request, sqlLimits.time, signal);
    if (!('json' in answer)) throw new Error('A query has no rows.');
    const { columns, json, truncated } = answer;
    return { columns, rows: JSON.parse(json), truncated };
  };

  const askNow = async (
    sql: string,
    options: SqlOptions,
    signal?: AbortSignal,
  ): Promise<SqlAnswer> => {
    for (const table of tablesReadBy(sql)) await tables.load(table, signal);
    const triedTables = new Set<string>();
    for (;;) {
      try {
        return await query(sql, options, signal);
      } catch (error) {
        const missingTable = error instanceof SqlFailure ? missingTableIn(error) : undefined;
        if (!missingTable || triedTables.has(missingTable) || !tables.has(missingTable))
          throw error;
        triedTables.add(missingTable);
        await tables.load(missingTable, signal);
      }
    }
  };

  const queued = createSerialQueue();
  return {
    /** Runs queries until the signal is aborted. */
    asking:
      (signal?: AbortSignal): RunSql =>
      (sql, options = {}) =>
        queued(() => askNow(sql, options, signal)),

    isAtWork: () => thread?.isAtWork() === true,

    /** Closes the database. Returns its thread if that is unused, for use by another database. */
    leave: async (): Promise<Thread | undefined> => {
      isClosed = true;
      if (thread?.isUnused()) return thread;
      await thread?.end();
      return undefined;
    },

    end: async (): Promise<void> => {
      isClosed = true;
      await thread?.end();
    },
  };
};
