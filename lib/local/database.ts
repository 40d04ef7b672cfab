import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Database, Item } from '#lib/kernel/database.ts';
import type { Call } from '#lib/kernel/documents.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { groupCommit } from './group-commit.ts';
import { openLedger } from './ledger.ts';
import { openStore } from './store/store.ts';

type Options = {
  /** The path of the file, which is created with its folder if missing; `:memory:` for none. */
  path: string;
  tables: readonly TableSpec[];
  cursorKey: ReadKey;
};

export type LocalDatabase = Database & {
  /**
   * The SQLite database itself. Runner, bus, scheduler and identity keep their tables in it too, so
   * that what they and the stores write in one turn is one commit.
   */
  file: DatabaseSync;
  /** Writes a probe; rejects if nothing can be stored. */
  prove(): Promise<void>;
  /** Every item of a table, in no particular order. */
  itemsOf(table: TableSpec): Promise<Item[]>;
  /**
   * Removes up to `maxItems` items of a table whose `ttl` is before this time (epoch seconds);
   * returns how many.
   */
  removeExpired(table: TableSpec, before: number, maxItems: number): Promise<number>;
  /** Completes earlier calls and rejects later ones. */
  close(): Promise<void>;
};

/** Files and folders in which earlier versions kept their data. */
const legacyPaths = [join('database', 'CURRENT'), 'ledger.db'];

const refuseOldFolder = (path: string): void => {
  const folder = dirname(path);
  if (path === ':memory:' || !legacyPaths.some((name) => existsSync(join(folder, name)))) return;
  throw new Error(
    `The data in ${folder} was written by a version of Cloudwarden that this one cannot read. ` +
      'Set DATA_DIR to another folder to start without data, or use the version that wrote it.',
  );
};

/** DynamoDB's subset on one SQLite file. Acknowledged writes survive the death of the process. */
export const openDatabase = (options: Options): LocalDatabase => {
  refuseOldFolder(options.path);
  const file = openLedger(options.path);
  const store = openStore(file, options.tables);
  file.exec('CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, times INTEGER)');
  const probe = file.prepare(
    'INSERT INTO probe VALUES (1, 1) ON CONFLICT DO UPDATE SET times = times + 1',
  );
  const commit = groupCommit(file);
  const writeCounts = new Map<string, number>();
  let closed = false;

  const countWrite = (table: string): void =>
    void writeCounts.set(table, (writeCounts.get(table) ?? 0) + 1);

  /** The name of the table that a call writes to. */
  const writtenTable = ({ action, input }: Call): string | undefined =>
    action === 'Put' || action === 'Update' || action === 'Delete' ? input.TableName : undefined;

  const call = <T>(work: () => T, kind?: 'reads'): Promise<T> =>
    closed ? Promise.reject(new Error('The database is closed.')) : commit(work, kind);

  return {
    file,
    documents: {
      send: ({ action, input }) => {
        const table = writtenTable({ action, input } as Call);
        if (table === undefined) return call(() => store.call(action, input), 'reads');
        return call(() => {
          countWrite(table);
          return store.call(action, input);
        });
      },
    },
    nameOf: ({ name }) => name,
    writesOf: ({ name }) => writeCounts.get(name) ?? 0,
    cursorKey: options.cursorKey,
    itemsOf: ({ name }) => call(() => store.itemsOf(name), 'reads'),
    removeExpired: ({ name }, before, maxItems) =>
      call(() => {
        const removedCount = store.removeExpired(name, before, maxItems);
        if (removedCount > 0) countWrite(name);
        return removedCount;
      }),
    prove: () => call(() => void probe.run()),
    async close() {
      closed = true;
      await commit.close();
      file.close();
    },
  };
};
