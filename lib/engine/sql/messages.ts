import type { PGliteOptions } from '@electric-sql/pglite';
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

/** A `WebAssembly.Module`, which the types of Node leave out. */
export type CompiledPostgres = NonNullable<PGliteOptions['pgliteWasmModule']>;

/** What a thread begins from: what others made before, where there is any. */
export type ThreadStart = {
  /** The files of a database without tables. */
  files: Uint8Array | undefined;
  /** Postgres compiled, or the file of its code. */
  postgres: CompiledPostgres | string;
};

/** A thread has begun; what it made of these is told, for the threads that follow. */
export type Begun = { ready: true; files?: Uint8Array; postgres?: CompiledPostgres };
