import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  deleteItem,
  fetchItems,
  getItem,
  type Item,
  putItem,
  putNewItem,
  readItems,
  updateItem,
} from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { type LocalDatabase, openDatabase } from '#lib/local/database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const things: TableSpec = {
  name: 'things',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { by_state: { partition: 'tenant_id', sort: 'state' } },
};
const others: TableSpec = { ...things, name: 'others' };

const { folder, remove } = temporaryFolder();

const openAt = (name: string, tables: TableSpec[] = [things]) =>
  openDatabase({ path: join(folder, name, 'database.db'), tables, cursorKey: () => 'unused' });

let db: LocalDatabase;

beforeAll(() => {
  db = openAt('database');
});

afterAll(async () => {
  await db.close();
  remove();
});

const key = (_id: string) => ({ tenant_id: 'org_1', _id });
const thing = (_id: string, extraFields: Item = {}) => ({ ...key(_id), ...extraFields });

const count = async (from: LocalDatabase, partition: string): Promise<number> => {
  let found = 0;
  for await (const _item of readItems(from, { table: things, partition })) found += 1;
  return found;
};

describe('concurrent calls', () => {
  it('each return their own item', async () => {
    const numbers = Array.from({ length: 500 }, (_, n) => n);
    await Promise.all(numbers.map((n) => putItem(db, things, thing(`own_${n}`, { n }))));
    const items = await Promise.all(numbers.map((n) => getItem(db, things, key(`own_${n}`))));
    expect(items.map((item) => item?.n)).toEqual(numbers);
  });

  it('create an item only once', async () => {
    const creations = Array.from({ length: 100 }, (_, n) =>
      putNewItem(db, things, thing('one', { n })),
    );
    const created = await Promise.all(creations);
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await getItem(db, things, key('one'))).toMatchObject({ n: created.indexOf(true) });
  });

  it('let one of four conditional updates of an item succeed', async () => {
    await putItem(db, things, thing('counter', { at: 0 }));
    const step = async (from: number): Promise<boolean> =>
      updateItem(db, things, key('counter'), [[['at'], from + 1]], {
        text: '#at = :from',
        names: { '#at': 'at' },
        values: { ':from': from },
      });
    for (let at = 0; at < 20; at += 1) {
      const won = await Promise.all([step(at), step(at), step(at), step(at)]);
      expect(won.filter(Boolean)).toHaveLength(1);
    }
    expect(await getItem(db, things, key('counter'))).toMatchObject({ at: 20 });
  });
});

describe('a write whose condition does not hold', () => {
  const never = {
    text: '#state = :none',
    names: { '#state': 'state' },
    values: { ':none': 'none' },
  };

  it('changes nothing and returns false', async () => {
    const before = thing('kept', { state: 'first' });
    await putItem(db, things, before);
    expect(await putNewItem(db, things, thing('kept', { state: 'second' }))).toBe(false);
    expect(await putItem(db, things, thing('kept', { state: 'third' }), never)).toBe(false);
    expect(await updateItem(db, things, key('kept'), [[['state'], 'fourth']], never)).toBe(false);
    expect(await deleteItem(db, things, key('missing'))).toBe(false);
    expect(await getItem(db, things, key('kept'))).toEqual(before);
  });
});

describe('an item', () => {
  /** An item that DynamoDB counts as `bytes` bytes: names and values, in UTF-8. */
  const itemOf = (_id: string, bytes: number): Item => {
    const names = 'tenant_idorg_1_idtext';
    return thing(_id, { text: 'a'.repeat(bytes - names.length - _id.length) });
  };

  it('of 400 KB is stored whole', async () => {
    const item = itemOf('large', 400 * 1024);
    await putItem(db, things, item);
    expect(await getItem(db, things, key('large'))).toEqual(item);
  });

  it('of one byte more is refused, and the stored item is kept', async () => {
    const tooLarge = putItem(db, things, itemOf('large', 400 * 1024 + 1));
    await expect(tooLarge).rejects.toThrow('size has exceeded');
    expect(await getItem(db, things, key('large'))).toEqual(itemOf('large', 400 * 1024));
  });

  it('is read back unchanged, whatever text it contains', async () => {
    const texts = ['', '\0', '\u2028', '💥', 'ǅ', '\u202e', '"}]', '__proto__', '\uFFFF'];
    const item = thing('texts', {
      texts,
      ['__proto__ ']: 1,
      deep: { a: [{ b: null }, true, 0.5] },
    });
    await putItem(db, things, item);
    expect(await getItem(db, things, key('texts'))).toEqual(item);
  });

  it('with a key that is too long or empty is refused', async () => {
    const long = getItem(db, things, key('x'.repeat(1025)));
    await expect(long).rejects.toThrow('exceeded the size limit');
    await expect(getItem(db, things, key(''))).rejects.toThrow('empty');
    expect(await getItem(db, things, key('one'))).toBeDefined();
  });
});

describe('a query', () => {
  beforeAll(async () => {
    const all = Array.from({ length: 300 }, (_, n) => {
      const _id = `item_${String(n).padStart(3, '0')}`;
      const fields = {
        tenant_id: 'org_many',
        state: n % 3 === 0 ? 'a' : 'b',
        text: 'x'.repeat(8_000),
      };
      return putItem(db, things, thing(_id, fields));
    });
    await Promise.all(all);
    await putItem(db, things, { tenant_id: 'org_many~', _id: 'item_999' });
    await putItem(db, things, { tenant_id: 'org_man', _id: 'item_999' });
  });

  it('returns the items of its tenant in order, page by page', async () => {
    const ids: unknown[] = [];
    for await (const { _id, tenant_id } of readItems(db, {
      table: things,
      partition: 'org_many',
    })) {
      ids.push(_id);
      expect(tenant_id).toBe('org_many');
    }
    expect(ids).toHaveLength(300);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('begins with the first item when its lower bound is empty', async () => {
    const partition = 'from_first';
    for (const _id of ['a', 'b', 'c']) await putItem(db, things, { tenant_id: partition, _id });
    const found: unknown[] = [];
    for await (const { _id } of readItems(db, { table: things, partition, between: ['', 'b'] })) {
      found.push(_id);
    }
    expect(found).toEqual(['a', 'b']);
  });

  it('refuses an empty text as the value of a key, as DynamoDB does', async () => {
    const input = {
      TableName: db.nameOf(things),
      KeyConditionExpression: '#p = :p AND #s >= :from',
      ExpressionAttributeNames: { '#p': 'tenant_id', '#s': '_id' },
      ExpressionAttributeValues: { ':p': 'org_1', ':from': '' },
    };
    const answer = db.documents.send({ action: 'Query', input });
    await expect(answer).rejects.toThrow('cannot contain an empty string value. Key: _id');
  });

  it('fetches more items than one call may name', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `many-${n}`);
    for (const id of ids) await putItem(db, things, thing(id));
    const found = await fetchItems(db, { table: things, partition: 'org_1' }, ids.map(key));
    expect(found.map(({ _id }) => _id)).toEqual(ids);
  });

  it('fetches an item only once when its key is given several times', async () => {
    const item = thing('moved', { state: 'done' });
    await putItem(db, things, item);
    const question = { table: things, index: 'by_state', partition: 'org_1' };
    const before = { ...key('moved'), state: 'begun' };
    const now = { ...key('moved'), state: 'done' };
    expect(await fetchItems(db, question, [before, now, now])).toEqual([item]);
  });

  it('reads an index between bounds, newest first', async () => {
    const question = {
      table: things,
      index: 'by_state',
      partition: 'org_many',
      between: ['b', 'b'] as const,
      descending: true,
    };
    let found = 0;
    for await (const { state } of readItems(db, question, { limit: 7 })) {
      expect(state).toBe('b');
      found += 1;
    }
    expect(found).toBe(200);
  });
});

describe('a database that is being closed', () => {
  it('finishes earlier writes and refuses later ones', async () => {
    const closing = openAt('closing');
    const writes = Array.from({ length: 200 }, (_, n) => putItem(closing, things, thing(`t_${n}`)));
    await writes[0];
    const closed = closing.close();
    const lateWrite = putItem(closing, things, thing('late'));
    await expect(lateWrite).rejects.toThrow('The database is closed.');
    const answers = await Promise.allSettled(writes);
    await closed;
    expect(answers[0]).toMatchObject({ status: 'fulfilled' });
    await expect(closing.prove()).rejects.toThrow('The database is closed.');

    const second = openAt('closing');
    const successes = answers.filter(({ status }) => status === 'fulfilled');
    expect(await count(second, 'org_1')).toBe(successes.length);
    expect(await getItem(second, things, key('late'))).toBeUndefined();
    await second.close();
  });
});

describe('a database that is opened again', () => {
  it('contains the stored items and adds new tables', async () => {
    const first = openAt('again');
    await putItem(first, things, thing('kept', { state: 'a' }));
    await first.close();
    const second = openAt('again', [things, others]);
    expect(await getItem(second, things, key('kept'))).toEqual(thing('kept', { state: 'a' }));
    await putItem(second, others, thing('new'));
    await second.prove();
    await second.close();
    const third = openAt('again', [things, others]);
    expect(await getItem(third, others, key('new'))).toEqual(thing('new'));
    await third.close();
  });
});

describe('a new index', () => {
  it('contains the items that were stored before it', async () => {
    const before = openAt('indexed', [others]);
    await putItem(before, others, thing('kept', { state: 'a', place: 'here' }));
    await putItem(before, others, thing('bare'));
    await before.close();
    const by_place = { partition: 'place', sort: 'state', keysOnly: true as const };
    const indexed = { ...others, indexes: { ...others.indexes, by_place } };
    const after = openAt('indexed', [indexed]);
    const found: Item[] = [];
    const question = { table: indexed, index: 'by_place', partition: 'here' };
    for await (const item of readItems(after, question)) found.push(item);
    expect(found).toEqual([thing('kept', { state: 'a', place: 'here' })]);
    await after.close();
  });
});

describe('a data folder of a version before database.db', () => {
  it.each(['database/CURRENT', 'ledger.db'])('(%s) is refused and left unchanged', (name) => {
    const file = join(folder, 'old', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'old');
    expect(() => openAt('old')).toThrow(/Set DATA_DIR to another folder to start without data/);
    expect(existsSync(join(folder, 'old', 'database.db'))).toBe(false);
    rmSync(file);
  });
});
