import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { groupCommit } from '#lib/local/group-commit.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { eventually } from '#test/support/eventually.ts';

let folder: string;
let remove: () => void;
let database: DatabaseSync;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
  database = openLedger(join(folder, 'ledger.db'));
  database.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT');
});

afterEach(() => remove());

/** Writes one megabyte per commit, about 260 pages. */
const write = async (megabytes: number) => {
  const add = database.prepare('INSERT INTO notes VALUES (?)');
  for (let n = 0; n < megabytes; n += 1) {
    await groupCommit(database)(() => add.run('x'.repeat(1024 * 1024)));
  }
};

/** The number of pages that are still only in the journal. */
const countUncopiedPages = (): number => {
  const { log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {};
  return Number(log) - Number(checkpointed);
};

const close = async () => {
  await groupCommit(database).close();
  database.close();
};

describe('the journal of the embedded database', () => {
  it('is copied by the checkpoint thread before SQLite would copy it in a commit', async () => {
    await write(6);
    await eventually(
      async () => countUncopiedPages(),
      (pages) => pages < 1_000,
    );
    await close();
  });

  it('is copied by SQLite when no write goes through the group commit', async () => {
    const add = database.prepare('INSERT INTO notes VALUES (?)');
    for (let n = 0; n < 20; n += 1) add.run('x'.repeat(1024 * 1024));
    expect(countUncopiedPages()).toBeLessThan(4_000);
    await close();
  });

  it('is deleted on closing, with everything that was committed kept in the file', async () => {
    await write(6);
    await close();
    expect(existsSync(join(folder, 'ledger.db-wal'))).toBe(false);
    database = openLedger(join(folder, 'ledger.db'));
    expect(database.prepare('SELECT count(*) AS count FROM notes').get()).toEqual({ count: 6 });
    database.close();
  });
});
