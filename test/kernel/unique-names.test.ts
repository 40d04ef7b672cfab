import { listenerTable } from '#lib/domain/listeners/listener.table.ts';
import { entities } from '#lib/kernel/entities.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import { openTestDatabase } from '#test/support/database.ts';

const world = openTestDatabase();

const refusal = conflict('Taken.');
const taken = () => refusal;

/** Things with names of one organisation, at a time that the test owns. */
const begin = (tenantId: string) => {
  const things = entities(world.db, {
    table: listenerTable,
    tenantId,
    parse: ({ _id, name }) => ({ _id: String(_id), name: String(name) }),
  });
  const time = { now: 1_000_000 };
  const underName = <R>(_id: string, name: string, write: () => Promise<R>) =>
    things.underName({ _id, name }, { now: time.now, taken }, write);
  return {
    time,
    underName,
    create: (_id: string, name: string) =>
      underName(_id, name, () => things.create({ _id, name })).catch((error: unknown) => {
        if (error === refusal) return false;
        throw error;
      }),
    named: async (name: string) => {
      const found: string[] = [];
      for await (const one of things.all()) if (one.name === name) found.push(one._id);
      return found;
    },
    things,
  };
};

describe('a name', () => {
  it('is given to exactly one of ten who ask at the same moment, 50 times of 50', async () => {
    const { create, named } = begin('org_rounds');
    for (let round = 0; round < 50; round += 1) {
      const asked = Array.from({ length: 10 }, (_, at) => create(`${round}-${at}`, `n${round}`));
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
      expect(await named(`n${round}`)).toHaveLength(1);
    }
  });

  it('is taken in whatever case, by others of the same organisation', async () => {
    const { create } = begin('org_case');
    expect(await create('a', 'Same')).toBe(true);
    expect(await create('b', 'SAME')).toBe(false);
    expect(await begin('org_other').create('b', 'same')).toBe(true);
  });

  it('stays with its owner, who may write it in another case', async () => {
    const { create, underName } = begin('org_own');
    await create('a', 'Mine');
    expect(await underName('a', 'MINE', () => Promise.resolve('written'))).toBe('written');
  });

  it('is free again once its owner has another, is gone, or was never written', async () => {
    const { create, underName, things } = begin('org_free');
    await create('a', 'First');
    await things.delete('a');
    expect(await create('b', 'First')).toBe(true);
    const failing = underName('c', 'Second', () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    expect(await create('d', 'Second')).toBe(true);
  });

  it('is kept for a minute at most by a process that was killed while it wrote', async () => {
    const { create, underName, time } = begin('org_killed');
    const begun = Promise.withResolvers<void>();
    void underName('a', 'Held', () => {
      begun.resolve();
      return new Promise<never>(() => {});
    });
    await begun.promise;
    expect(await create('b', 'held')).toBe(false);
    time.now += 60_001;
    expect(await create('b', 'held')).toBe(true);
    expect(await create('c', 'held')).toBe(false);
  });
});
