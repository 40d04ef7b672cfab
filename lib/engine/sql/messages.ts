import type { PGliteOptions } from '@electric-sql/pglite';
import type { SqlOptions } from '#lib/domain/inventory/sql.ts';
import type { TableColumns } from '#lib/domain/inventory/table-columns.ts';

/** Why a query has no answer: Postgres's code (SQLSTATE) and a sentence. */
export type SqlError = { code: string; message: string };

/** A request to the thread of a database, which handles one at a time. */
export type ThreadRequest =
  | { kind: 'make'; table: string; definition: string }
  | { kind: 'fill'; table: string; columns: TableColumns; lines: string }
  | { kind: 'drop'; table: string }
  | { kind: 'query'; sql: string; options: SqlOptions; most: number };

/** The answer of the thread; `json` has the rows of a query. */
export type ThreadAnswer =
  { columns: string[]; json: string; truncated: boolean } | { done: true } | { error: SqlError };

/** A `WebAssembly.Module`, which Node's types lack. */
export type CompiledPostgres = NonNullable<PGliteOptions['pgliteWasmModule']>;

/** What a thread starts from: the results of earlier threads, if any. */
export type ThreadStart = {
  /** The files of a database without tables. */
  files: Uint8Array | undefined;
  /** Compiled Postgres, or the path of its code. */
  postgres: CompiledPostgres | string;
};

/** A thread has started; its results are reported for reuse by later threads. */
export type ThreadReady = { ready: true; files?: Uint8Array; postgres?: CompiledPostgres };
