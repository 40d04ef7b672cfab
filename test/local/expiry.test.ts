import { join } from 'node:path';
import { attemptTable } from '#lib/domain/account/attempt.table.ts';
import { apiKeyTable } from '#lib/domain/api-keys/api-key.table.ts';
import { deliveryTable } from '#lib/domain/listeners/delivery.table.ts';
import { connectionStore, listOpenConnections } from '#lib/domain/ws/connection.store.ts';
import { type Item, putItem, updateItem } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { type LocalDatabase, openDatabase } from '#lib/local/database.ts';
import { removeExpired } from '#lib/local/expiry.ts';
import { tables } from '#lib/tables.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const noon = 1_700_000_000;
const expiring = tables.filter(({ ttl }) => ttl !== undefined);

const { db } = openTestDatabase();
const { folder, remove } = temporaryFolder();
let now = noon;
/** The hourly job. */
const clean = removeExpired({ db, tables, clock: () => now * 1000 });

beforeEach(() => {
  now = noon;
});
afterAll(remove);

const itemOf = (table: TableSpec, id: string, ttl: unknown): Item => ({
  [table.partition]: 'org_1',
  [table.sort]: table.sortType === 'N' ? Number(id) : id,
  ...(ttl !== undefined && { [table.ttl ?? '']: ttl }),
});

const idsIn = async (table: TableSpec, from: LocalDatabase = db) =>
  (await from.itemsOf(table)).map((item) => item[table.sort]).sort();

const expire = async (table: TableSpec, count: number) => {
  const ids = Array.from({ length: count }, (_, n) => `${table.name} ${n}`);
  await Promise.all(ids.map((id) => putItem(db, table, itemOf(table, id, noon - 1))));
};

describe('an item with an expiry time', () => {
  it.each(expiring)('is removed from $name after its time, not before', async (table) => {
    await putItem(db, table, itemOf(table, '1', noon - 1));
    await putItem(db, table, itemOf(table, '2', noon));
    await putItem(db, table, itemOf(table, '3', noon + 3600));
    await putItem(db, table, itemOf(table, '4', undefined));
    expect(await clean()).toBe(1);
    expect((await idsIn(table)).map(String)).toEqual(['2', '3', '4']);
    now += 1;
    expect(await clean()).toBe(1);
    now += 3600;
    expect(await clean()).toBe(1);
    expect((await idsIn(table)).map(String)).toEqual(['4']);
  });

  it('stays when its time was extended in the meantime', async () => {
    const table = apiKeyTable;
    const key = { tenant_id: 'org_2', _id: 'key_1' };
    await putItem(db, table, { ...key, gone_at: noon - 1 });
    await updateItem(db, table, key, [[['gone_at'], noon + 60]], {
      text: 'attribute_exists(#at)',
      names: { '#at': 'gone_at' },
    });
    expect(await clean()).toBe(0);
    now += 61;
    expect(await clean()).toBe(1);
  });

  it('stays when its time is not a number, as in DynamoDB', async () => {
    await putItem(db, attemptTable, { who: 'text', minute: '1', expires_at: '1' });
    expect(await clean()).toBe(0);
  });

  it('is no longer found through an index once it is removed', async () => {
    const store = connectionStore(db, 'org_1');
    const connection = { user_id: 'usr_1', channels: [], expires_at: noon + 60 };
    await store.put({ ...connection, _id: 'gone', expires_at: noon - 60 });
    await store.put({ ...connection, _id: 'open' });
    await clean();
    const found: string[] = [];
    for await (const { _id } of listOpenConnections(db)) found.push(_id);
    expect(found).toEqual(['open']);
  });
});

describe('removing expired items', () => {
  it('uses several transactions for many items and lets other writes in between', async () => {
    await expire(deliveryTable, 1_600);
    let ended = false;
    const job = removeExpired({ db, tables: [deliveryTable], clock: () => noon * 1000 });
    const cleaned = job().finally(() => {
      ended = true;
    });
    await putItem(db, attemptTable, { who: 'between', minute: '1' });
    expect(ended).toBe(false);
    expect(await cleaned).toBe(1_600);
  });

  it('counts as a write only of the tables from which items were removed', async () => {
    await expire(deliveryTable, 1);
    const before = tables.map((table) => db.writesOf?.(table) ?? 0);
    await clean();
    const changedTables = tables.filter((table, n) => db.writesOf?.(table) !== before[n]);
    expect(changedTables).toEqual([deliveryTable]);
  });

  it('removes items of a data folder that is older than the expiry setting', async () => {
    const { ttl: _none, ...before } = deliveryTable;
    const path = join(folder, 'before', 'database.db');
    const openWith = (table: TableSpec) =>
      openDatabase({ path, tables: [table], cursorKey: () => 'unused' });
    const oldDatabase = openWith(before);
    await putItem(oldDatabase, before, itemOf(deliveryTable, 'gone', noon - 1));
    await putItem(oldDatabase, before, itemOf(deliveryTable, 'kept', noon + 1));
    await oldDatabase.close();
    const newDatabase = openWith(deliveryTable);
    const job = removeExpired({
      db: newDatabase,
      tables: [deliveryTable],
      clock: () => noon * 1000,
    });
    expect(await job()).toBe(1);
    expect(await idsIn(deliveryTable, newDatabase)).toEqual(['kept']);
    await newDatabase.close();
  });
});
