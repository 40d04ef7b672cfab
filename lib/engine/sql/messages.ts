import type { SqlOptions } from '#lib/domain/inventory/sql.ts';
import type { TableColumns } from '#lib/domain/inventory/table-columns.ts';

/** Why a query has no answer: Postgres' code (SQLSTATE) and a sentence. */
export type SqlError = { code: string; message: string };

/** What the thread of a database is asked, one thing at a time. */
export type Asked =
  | { kind: 'make'; table: string; definition: string }
  | { kind: 'fill'; table: string; columns: TableColumns; lines: string }
  | { kind: 'drop'; table: string }
  | { kind: 'query'; sql: string; options: SqlOptions; most: number };

/** `json` holds the rows of a query. */
export type Answered =
  | { columns: string[]; json: string; truncated: boolean }
  | { done: true }
  | { error: SqlError };

/** A thread begins from the files of a database that was made before, where there are some. */
export type Begun = { ready: true; files?: Uint8Array };
