import { AbstractLevel } from 'abstract-level';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import dynalite from 'dynalite';
import { once } from 'node:events';
import {
  type Database,
  deleteItem,
  getItem,
  type Item,
  putItem,
  readEntries,
  readItems,
  updateItem,
} from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { createTableInput } from '#lib/local/database.ts';
import { writeItemsWhole } from '#lib/local/whole-writes.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const table: TableSpec = {
  name: 'things',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    by_state: { partition: 'tenant_id', sort: 'state_key', keysOnly: true },
    by_owner: { partition: 'owner', sort: '_id' },
    outbox: { partition: 'outbox', sort: '_id', keysOnly: true },
  },
};

/** What LevelDB is told to write: the operations of each of its calls. */
const watchWrites = () => {
  const calls: string[][] = [];
  const { batch, put, del } = AbstractLevel.prototype;
  const shown = ({ type, key }: { type: string; key: unknown }) =>
    `${type} ${String(key).replace(/~[^~]*$/, '')}`;
  const watched = {
    batch(this: AbstractLevel<unknown>, ...given: unknown[]) {
      calls.push((given[0] as { type: string; key: string }[]).map(shown));
      return batch.apply(this, given as never);
    },
    put(this: AbstractLevel<unknown>, ...given: unknown[]) {
      calls.push([shown({ type: 'put', key: given[0] })]);
      return put.apply(this, given as never);
    },
    del(this: AbstractLevel<unknown>, ...given: unknown[]) {
      calls.push([shown({ type: 'del', key: given[0] })]);
      return del.apply(this, given as never);
    },
  };
  Object.assign(AbstractLevel.prototype, watched);
  return calls;
};

const { folder, remove } = temporaryFolder();
const calls = watchWrites();
writeItemsWhole();
const server = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0 });
let db: Database;
let client: DynamoDBClient;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await client.send(new CreateTableCommand(createTableInput(table)));
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  db = { documents, nameOf: ({ name }) => name, cursorKey: '' };
});

beforeEach(() => {
  calls.length = 0;
});

afterAll(async () => {
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
  remove();
});

const item = 'item-things';
const index = (name: string) => `index-global~things~${name}`;

const thing = (_id: string, more: Item = {}): Item => ({
  tenant_id: 'org_1',
  _id,
  state_key: `OPEN#${_id}`,
  owner: 'anna',
  ...more,
});

const keyOf = (_id: string) => ({ tenant_id: 'org_1', _id });
const always = { text: 'attribute_exists(#id)', names: { '#id': '_id' } };
const set = (_id: string, fields: Item) =>
  updateItem(
    db,
    table,
    keyOf(_id),
    Object.entries(fields).map(([name, value]) => [[name], value] as const),
    always,
  );

/** What an index itself holds. */
const entriesOf = async (name: string, partition: string): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const entry of readEntries(db, { table, index: name, partition }, {})) {
    found.push(entry);
  }
  return found;
};

describe('a write of an item', () => {
  it('is one batch with all of its index entries', async () => {
    await putItem(db, table, thing('a', { outbox: 'unsent' }));
    const entries = ['by_state', 'by_owner', 'outbox'].map((name) => `put ${index(name)}`);
    expect(calls).toEqual([[...entries, `put ${item}`]]);
  });

  it('leaves entries alone that stay as they are', async () => {
    await putItem(db, table, thing('b', { owner: undefined, outbox: 'unsent' }));
    calls.length = 0;
    await set('b', { text: 'changed' });
    expect(calls).toEqual([[`put ${item}`]]);
  });

  it('writes an entry that holds the whole item with every change', async () => {
    await putItem(db, table, thing('c'));
    calls.length = 0;
    await set('c', { text: 'changed' });
    expect(calls).toEqual([[`put ${index('by_owner')}`, `put ${item}`]]);
    const owned = await entriesOf('by_owner', 'anna');
    expect(owned.find(({ _id }) => _id === 'c')).toMatchObject({ text: 'changed' });
  });

  it('moves an entry whose key changes, and removes one that loses it', async () => {
    await putItem(db, table, thing('d', { owner: undefined, outbox: 'unsent' }));
    calls.length = 0;
    await set('d', { state_key: 'DONE#d', outbox: undefined });
    const moved = [`del ${index('by_state')}`, `del ${index('outbox')}`];
    expect(calls).toEqual([[...moved, `put ${index('by_state')}`, `put ${item}`]]);
    const states = await entriesOf('by_state', 'org_1');
    expect(states.filter(({ _id }) => _id === 'd')).toEqual([
      { ...keyOf('d'), state_key: 'DONE#d' },
    ]);
    const unsent = await entriesOf('outbox', 'unsent');
    expect(unsent.map(({ _id }) => _id)).not.toContain('d');
  });

  it('takes its entries along when it is deleted', async () => {
    await putItem(db, table, thing('e', { owner: 'ben' }));
    calls.length = 0;
    expect(await deleteItem(db, table, keyOf('e'))).toBe(true);
    expect(calls).toEqual([
      [`del ${index('by_state')}`, `del ${index('by_owner')}`, `del ${item}`],
    ]);
    expect(await entriesOf('by_owner', 'ben')).toEqual([]);
  });

  it('that its condition refuses writes nothing', async () => {
    expect(await set('nobody', { owner: 'ben' })).toBe(false);
    expect(await deleteItem(db, table, keyOf('nobody'))).toBe(false);
    expect(calls).toEqual([]);
  });

  it('keeps its own entries among many at once', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `many-${String(n).padStart(2, '0')}`);
    await Promise.all(ids.map((_id) => putItem(db, table, thing(_id, { owner: 'carl' }))));
    const changes = ids.flatMap((_id) =>
      ['A', 'B', 'C'].map((state) => set(_id, { state_key: `${state}#${_id}`, owner: 'dora' })),
    );
    await Promise.all(changes);
    expect(await entriesOf('by_owner', 'carl')).toEqual([]);
    const question = { table, index: 'by_state', partition: 'org_1' };
    const found: Item[] = [];
    for await (const one of readItems(db, question)) found.push(one);
    for (const _id of ids) {
      const stored = await getItem(db, table, keyOf(_id));
      expect(found.filter((one) => one._id === _id)).toEqual([stored]);
    }
  });
});
