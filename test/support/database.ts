import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type LocalDatabase, openDatabase } from '#lib/local/database.ts';
import { tables } from '#lib/tables.ts';

export type TestDatabase = {
  readonly db: LocalDatabase;
  /** A folder of this test file for whatever else lies on disk. */
  readonly folder: string;
};

/** The embedded database with every table, opened once for the test file that calls this. */
export const openTestDatabase = (): TestDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'domain-'));
  let opened: LocalDatabase | undefined;

  beforeAll(async () => {
    opened = await openDatabase({
      folder: join(folder, 'database'),
      worker: resolve('lib/local/dynalite-worker.ts'),
      tables,
      cursorKey: 'the key that seals cursors in tests',
    });
  });

  afterAll(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    folder,
    get db() {
      if (!opened) throw new Error('The database opens when the first test begins.');
      return opened;
    },
  };
};
