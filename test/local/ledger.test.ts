import { cpSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openLedger } from '#lib/local/ledger.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: string;
let remove: () => void;
let database: DatabaseSync;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
  database = openLedger(join(folder, 'data', 'ledger.db'));
  database.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
});

afterEach(() => {
  database.close();
  remove();
});

const add = (text: string) => database.prepare('INSERT INTO notes (text) VALUES (?)').run(text);

const idsOf = (from: DatabaseSync): number[] =>
  from
    .prepare('SELECT id FROM notes ORDER BY id')
    .all()
    .map(({ id }) => Number(id));

describe('the embedded database', () => {
  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 1],
    ['busy_timeout', 0],
    ['foreign_keys', 1],
    ['wal_autocheckpoint', 4_000],
  ])('is opened with the setting %s = %s', (pragma, value) => {
    expect(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})).toEqual([value]);
  });

  it('is readable by its owner only, together with its journal', () => {
    add('secret');
    const modes = ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'].map(
      (name) => statSync(join(folder, 'data', name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  it('reports a damaged file', () => {
    const path = join(folder, 'damaged.db');
    writeFileSync(path, 'this is no database: '.repeat(100));
    expect(() => openLedger(path)).toThrow(
      `${path} is damaged, or it is not a Cloudwarden database. Restore it from your backup`,
    );
  });

  it('keeps a transaction as a whole or not at all', () => {
    inTransaction(database, () => {
      add('one');
      add('two');
    });
    const half = () =>
      inTransaction(database, () => {
        add('three');
        throw new Error('The power of thought failed');
      });
    expect(half).toThrow('The power of thought failed');
    expect(idsOf(database)).toEqual([1, 2]);
    expect(inTransaction(database, () => idsOf(database).length)).toBe(2);
  });

  it('keeps every whole record when the end of its journal is cut off', () => {
    for (let count = 0; count < 100; count++) add('x'.repeat(100));
    const all = idsOf(database);
    for (const bytes of [1, 2, 17, 100, 1000, 2048, 4095, 4096]) {
      const copy = join(folder, `cut-${bytes}`);
      cpSync(join(folder, 'data'), copy, { recursive: true });
      const journal = join(copy, 'ledger.db-wal');
      truncateSync(journal, statSync(journal).size - bytes);
      const cut = openLedger(join(copy, 'ledger.db'));
      expect(idsOf(cut)).toEqual(all.slice(0, 99));
      cut.close();
    }
  });
});
