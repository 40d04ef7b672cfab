// Separate from the code that creates them, so that naming them does not load Postgres.
import { join } from 'node:path';

/** Postgres itself, as WebAssembly. */
export const postgresCode = (root: string): string =>
  join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm');

/** The path of the initial files: one archive, created by `empty-postgres.ts`. */
export const emptyPostgres = (root: string): string => join(root, 'dist', 'postgres.tar.gz');
