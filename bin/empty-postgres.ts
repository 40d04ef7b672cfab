// Creates the files of an empty Postgres database, from which each database of the rules starts.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createEmptyDatabase, preparationSql } from '#lib/engine/sql/empty.ts';
import { emptyPostgres } from './postgres-files.ts';

const versionFile = (root: string): string => join(root, 'dist', 'postgres.version');

const installedVersion = (root: string): string => {
  const text = readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
  return `${version} ${createHash('sha256').update(preparationSql).digest('hex')}`;
};

const isUpToDate = (root: string, version: string): boolean =>
  existsSync(emptyPostgres(root)) &&
  existsSync(versionFile(root)) &&
  readFileSync(versionFile(root), 'utf8') === version;

/** Creates them once for each version of Postgres and of its roles, which takes some seconds. */
export const writeEmptyPostgres = async (root: string): Promise<void> => {
  const version = installedVersion(root);
  if (isUpToDate(root, version)) return;
  const { database, files } = await createEmptyDatabase();
  await database.close();
  mkdirSync(join(root, 'dist'), { recursive: true });
  const draft = `${emptyPostgres(root)}.${process.pid}`;
  writeFileSync(draft, files);
  renameSync(draft, emptyPostgres(root));
  writeFileSync(versionFile(root), version);
};
