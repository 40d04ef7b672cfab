import type { Row } from './snapshots/snapshot.schema.ts';

/** `truncated`: there were more rows than the limit. */
export type SqlAnswer = { columns: string[]; rows: Row[]; truncated: boolean };

/** The values of `$1`, `$2` and so on, how many rows to skip, and the most rows to return. */
export type SqlOptions = { values?: readonly unknown[]; skip?: number; rows?: number };

/** The tables of a database by name, each with its rows as lines of JSON, file by file. */
export type SqlTables = Readonly<Record<string, () => AsyncIterable<string>>>;

/**
 * Runs one SELECT in the dialect of Postgres; a table is loaded when it is first named. Throws a
 * `SqlFailure` if Postgres rejects it, or if it exceeds its time or size limit.
 */
export type RunSql = (sql: string, options?: SqlOptions) => Promise<SqlAnswer>;

export type SqlQueueOptions = {
  /** Aborted when nobody waits any more: the query is ended, and `using` throws the reason. */
  signal?: AbortSignal;
  /** Lets waiting queries run between two of this work's queries. One such work runs at a time. */
  givesWay?: boolean;
};

/** The organisation whose rows a database holds, and a key for these rows within it. */
export type SqlRows = { tenant_id: string; rows: string };

/** A Postgres that holds rows of one organisation at a time. */
export type Sql = {
  /** Lets `work` query these tables; others wait until it is done. Organisations take turns. */
  using<T>(
    of: SqlRows,
    tables: SqlTables,
    work: (ask: RunSql) => Promise<T>,
    turn?: SqlQueueOptions,
  ): Promise<T>;
};

/** Error codes (SQLSTATE) for which callers have messages; the last four are our own. */
export const sqlCodes = {
  noSuchTable: '42P01',
  outOfTime: '57014',
  loadOutOfTime: 'LOADTIME',
  tooMuch: 'TOOMUCH',
  notCollected: 'NOTCOLLECTED',
  /** The queue of this organisation's queries is full. */
  busy: 'BUSY',
} as const;

/** A query or table that Postgres rejects, with the code and message. */
export class SqlFailure extends Error {
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

/** The error for a further query when too many of the organisation's queries are waiting. */
export const queueFullError = (maxWaiting: number): SqlFailure =>
  new SqlFailure({
    code: sqlCodes.busy,
    message:
      `Queries of your organisation that are waiting: ${maxWaiting}, which is the maximum. ` +
      'Try again in a moment.',
  });
