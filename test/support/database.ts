import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDatabase, openDatabase } from '#lib/local/database.ts';
import { tables } from '#lib/tables.ts';

export type TestDatabase = {
  readonly db: LocalDatabase;
  /** A folder of this test file for other data on disk. */
  readonly folder: string;
};

/**
 * The embedded database with every table, for the calling test file: in memory, or in its folder
 * for tests that inspect the disk.
 */
export const openTestDatabase = (storage: 'memory' | 'disk' = 'memory'): TestDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'domain-'));
  const cursorKey = () => 'the key that seals cursors in tests';
  const path = storage === 'memory' ? ':memory:' : join(folder, 'database.db');
  const db = openDatabase({ path, tables, cursorKey });

  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return { folder, db };
};
