import { resolve } from 'node:path';
import { openSql } from '#lib/engine/sql/sql.ts';
import { emptyPostgres } from '../../bin/empty-postgres.ts';

/** The Postgres of the rules, as the embedded server opens it. */
export const openTestSql = (most?: Parameters<typeof openSql>[1]) => {
  const root = resolve('.');
  const worker = resolve(root, 'lib', 'engine', 'sql', 'worker.ts');
  return openSql({ worker, files: emptyPostgres(root) }, most);
};
