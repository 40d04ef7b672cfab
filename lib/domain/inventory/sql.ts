import type { Row } from './snapshots/snapshot.schema.ts';

/** `truncated`: there were more rows than were asked for. */
export type SqlAnswer = { columns: string[]; rows: Row[]; truncated: boolean };

/**
 * Values of `$1`, `$2` and so on in the SQL, how many rows to pass over, and to answer at most.
 */
export type SqlOptions = { values?: readonly unknown[]; skip?: number; rows?: number };

/** What a database holds: each table by its name, and its rows as lines of JSON, file by file. */
export type SqlTables = Readonly<Record<string, () => AsyncIterable<string>>>;

/**
 * Asks one SELECT, in the dialect of Postgres; its tables are loaded when they are first named.
 * Throws a `SqlFailure` where Postgres refuses it, or it needs more than its time or size.
 */
export type AskSql = (sql: string, options?: SqlOptions) => Promise<SqlAnswer>;

export type SqlTurn = {
  /** Aborted where nobody waits any more: what runs is ended, and `using` throws the reason. */
  signal?: AbortSignal;
  /** Others who wait are answered between two questions. One such work goes on at a time. */
  givesWay?: boolean;
};

/** Whose rows a database holds, and what names them among those of this organisation. */
export type SqlRows = { tenant_id: string; rows: string };

/** A Postgres that holds some rows of one organisation at a time. */
export type Sql = {
  /** Lets `work` ask about these tables; others wait until it is done. Organisations take turns. */
  using<T>(
    of: SqlRows,
    tables: SqlTables,
    work: (ask: AskSql) => Promise<T>,
    turn?: SqlTurn,
  ): Promise<T>;
};

/** Codes (SQLSTATE) that callers have sentences for; the last four are our own. */
export const sqlCodes = {
  noSuchTable: '42P01',
  outOfTime: '57014',
  loadOutOfTime: 'LOADTIME',
  tooMuch: 'TOOMUCH',
  notCollected: 'NOTCOLLECTED',
  /** As many queries of this organisation wait as may. */
  busy: 'BUSY',
} as const;

/** A query or a table that Postgres refuses, with its code and its words. */
export class SqlFailure extends Error {
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

/** What one more of an organisation is told where so many of its queries wait. */
export const tooManyWait = (waiting: number): SqlFailure =>
  new SqlFailure({
    code: sqlCodes.busy,
    message:
      `Queries of your organisation that wait: ${waiting}, the most there may be. ` +
      'Try again in a moment.',
  });
