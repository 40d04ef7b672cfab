import { resolve } from 'node:path';
import { openSql } from '#lib/engine/sql/sql.ts';
import { emptyPostgres, postgresCode } from '../../bin/postgres-files.ts';

/** The files and settings with which the embedded server starts the Postgres of the rules. */
export const testSqlOptions = () => {
  const root = resolve('.');
  const worker = resolve(root, 'lib/engine/sql/worker.ts');
  return { worker, postgres: postgresCode(root), files: emptyPostgres(root) };
};

/** The Postgres of the rules, as the embedded server opens it. */
export const openTestSql = (sqlLimits?: Parameters<typeof openSql>[1]) =>
  openSql(testSqlOptions(), sqlLimits);
