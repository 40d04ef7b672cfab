// Apart from what makes them: whoever only names them needs no Postgres in its memory.
import { join } from 'node:path';

/** Postgres itself, as WebAssembly. */
export const postgresCode = (root: string): string =>
  join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm');

/** Where they lie: one file, made by `empty-postgres.ts`. */
export const emptyPostgres = (root: string): string => join(root, 'dist', 'postgres.tar.gz');
