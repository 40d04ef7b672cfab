import { openSql } from '#lib/engine/sql/sql.ts';

/** The worker's files are bundled beside the function. */
export const sql = openSql({
  worker: new URL('./worker.mjs', import.meta.url),
  postgres: new URL('./pglite.wasm', import.meta.url),
  files: new URL('./postgres.tar.gz', import.meta.url),
});
