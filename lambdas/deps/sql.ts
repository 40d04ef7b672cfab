import { openSql } from '#lib/engine/sql/sql.ts';

/** The file of its thread lies beside the bundled function. */
export const sql = openSql(new URL('./worker.mjs', import.meta.url));
