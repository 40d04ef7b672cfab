import { putItem } from '#lib/kernel/database.ts';
import { textCache } from '#lib/kernel/text-cache.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import { botTable } from '#lib/domain/bots/bot.table.ts';
import { listenerTable } from '#lib/domain/listeners/listener.table.ts';
import { openTestDatabase } from '#test/support/database.ts';

const world = openTestDatabase();
const item = { tenant_id: 'org_1', _id: 'one' };

/** A value that reports how often it was read. */
const counter = () => {
  let reads = 0;
  return async () => (reads += 1);
};

describe('a remembered value of a table', () => {
  it('is kept until the table is written', async () => {
    const read = counter();
    const ask = () => cacheUntilWritten(world.db, [botTable], 'kept', read);
    expect([await ask(), await ask()]).toEqual([1, 1]);
    await putItem(world.db, listenerTable, item);
    expect(await ask()).toBe(1);
    await putItem(world.db, botTable, item);
    expect([await ask(), await ask()]).toEqual([2, 2]);
  });

  it('is separate for each name', async () => {
    const [one, other] = [counter(), counter()];
    await cacheUntilWritten(world.db, [botTable], 'one', one);
    await cacheUntilWritten(world.db, [botTable], 'one', one);
    expect(await cacheUntilWritten(world.db, [botTable], 'one', one)).toBe(1);
    expect(await cacheUntilWritten(world.db, [botTable], 'other', other)).toBe(1);
  });

  it('is read again after a failed read', async () => {
    let isDown = true;
    const read = async () => {
      if (isDown) throw new Error('down');
      return 'up';
    };
    const ask = () => cacheUntilWritten(world.db, [botTable], 'failing', read);
    await expect(ask()).rejects.toThrow('down');
    isDown = false;
    expect(await ask()).toBe('up');
  });

  it('is read each time when other processes may write the table', async () => {
    const { writesOf: _none, ...shared } = world.db;
    const read = counter();
    const ask = () => cacheUntilWritten(shared, [botTable], 'shared', read);
    expect([await ask(), await ask()]).toEqual([1, 2]);
  });
});

describe('recent texts', () => {
  it('are kept up to a total length that includes their keys', () => {
    const texts = textCache(12);
    texts.put('a', '1234');
    texts.put('b', '5678');
    expect([texts.get('a'), texts.get('b')]).toEqual(['1234', '5678']);
    texts.put('c', '90123');
    expect([texts.get('a'), texts.get('b'), texts.get('c')]).toEqual([undefined, '5678', '90123']);
    texts.put('d', 'x'.repeat(12));
    expect(texts.get('d')).toBeUndefined();
  });
});
