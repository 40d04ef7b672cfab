import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Item, readEntries } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { openDatabase } from '#lib/local/database.ts';
import { runChild } from '#test/support/child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const things: TableSpec = {
  name: 'things',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { by_state: { partition: 'tenant_id', sort: 'state', keysOnly: true } },
};

const { folder, remove } = temporaryFolder();
const path = join(folder, 'database.db');

afterAll(remove);

describe('the embedded database under kill -9', () => {
  it('keeps every confirmed write, each as a whole', async () => {
    for (const life of ['a', 'b', 'c']) {
      const child = runChild('store-process.ts', folder, life);
      await child.waitForOutput();
      await child.kill();
    }
    const db = openDatabase({ path, tables: [things], cursorKey: () => '' });
    const items = await db.itemsOf(things);
    const entries: Item[] = [];
    const question = { table: things, index: 'by_state', partition: 'org_1' };
    for await (const entry of readEntries(db, question, {})) entries.push(entry);
    await db.close();

    const found = new Set(items.map(({ _id, state }) => `${String(_id)} ${String(state)}`));
    const confirmedLines = readFileSync(join(folder, 'answered'), 'utf8').trim().split('\n');
    expect(confirmedLines.length).toBeGreaterThan(1000);
    expect(confirmedLines.filter((line) => !found.has(line))).toEqual([]);
    expect(items.filter(({ state, left, right }) => state !== left || state !== right)).toEqual([]);
    const indexed = entries.map(({ _id, state }) => `${String(_id)} ${String(state)}`);
    expect(indexed.sort()).toEqual([...found].sort());

    const file = new DatabaseSync(path);
    expect(file.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    file.close();
  });
});
