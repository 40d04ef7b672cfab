import * as fc from 'fast-check';
import { listenerTable } from '#lib/domain/listeners/listener.table.ts';
import type { Database } from '#lib/kernel/database.ts';
import { entityStore, existsCondition } from '#lib/kernel/entities.ts';
import { conflict, Refusal } from '#lib/kernel/refusal.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { caseCount } from '#test/support/thorough.ts';

const world = openTestDatabase();

const refusal = conflict('Taken.');
const refuseTaken = () => refusal;

/** Named things of one organisation, at a time that the test sets. */
const openThings = (tenantId: string) => {
  const things = entityStore(world.db, {
    table: listenerTable,
    tenantId,
    parse: ({ _id, name }) => ({ _id: String(_id), name: String(name) }),
  });
  const time = { now: 1_000_000 };
  const underName = <R>(_id: string, name: string, write: () => Promise<R>) =>
    things.underName({ _id, name }, { now: time.now, taken: refuseTaken }, write);
  return {
    time,
    underName,
    create: (_id: string, name: string) =>
      underName(_id, name, () => things.create({ _id, name })).catch((error: unknown) => {
        if (error === refusal) return false;
        throw error;
      }),
    findByName: async (name: string) => {
      const found: string[] = [];
      for await (const one of things.all()) if (one.name === name) found.push(one._id);
      return found;
    },
    things,
  };
};

describe('a unique name', () => {
  it('is given to exactly one of ten simultaneous requests', async () => {
    const { create, findByName } = openThings('org_rounds');
    for (let round = 0; round < 50; round += 1) {
      const requests = Array.from({ length: 10 }, (_, at) => create(`${round}-${at}`, `n${round}`));
      expect((await Promise.all(requests)).filter(Boolean)).toHaveLength(1);
      expect(await findByName(`n${round}`)).toHaveLength(1);
    }
  });

  it('is refused in any letter case within the same organisation', async () => {
    const { create } = openThings('org_case');
    expect(await create('a', 'Same')).toBe(true);
    expect(await create('b', 'SAME')).toBe(false);
    expect(await openThings('org_other').create('b', 'same')).toBe(true);
  });

  it('may be written in another letter case by its owner', async () => {
    const { create, underName } = openThings('org_own');
    await create('a', 'Mine');
    expect(await underName('a', 'MINE', () => Promise.resolve('written'))).toBe('written');
  });

  it('is free again when its owner is renamed, is deleted or was never written', async () => {
    const { create, underName, things } = openThings('org_free');
    await create('a', 'First');
    await things.delete('a');
    expect(await create('b', 'First')).toBe(true);
    const failing = underName('c', 'Second', () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    expect(await create('d', 'Second')).toBe(true);
    const rename = () => things.change('d', { name: 'Third' }, existsCondition);
    expect(await underName('d', 'Third', rename)).toBe(true);
    expect(await create('e', 'Second')).toBe(true);
  });

  it('is held for at most a minute by a write that never ends', async () => {
    const { create, underName, time } = openThings('org_killed');
    const writeStart = Promise.withResolvers<void>();
    void underName('a', 'Held', () => {
      writeStart.resolve();
      return new Promise<never>(() => {});
    });
    await writeStart.promise;
    expect(await create('b', 'held')).toBe(false);
    time.now += 60_001;
    expect(await create('b', 'held')).toBe(true);
    expect(await create('c', 'held')).toBe(false);
  });
});

describe('a limit on the number of entities', () => {
  const limit = 4;
  const limitRefusal = conflict('Full.');

  /** At most four things of one organisation, in a database whose timing others control. */
  const bounded = (tenantId: string, db: Database) => {
    const things = entityStore(db, {
      table: listenerTable,
      tenantId,
      parse: ({ _id, name }) => ({ _id: String(_id), name: String(name) }),
    });
    const holding = {
      now: 1_000_000,
      taken: refuseTaken,
      room: { max: limit, full: () => limitRefusal },
    };
    return {
      create: (name: string) =>
        things.underName({ _id: name, name }, holding, () => things.create({ _id: name, name })),
      names: async () => {
        const found: string[] = [];
        for await (const { name } of things.all()) found.push(name);
        return found;
      },
    };
  };

  /** Each database call happens when the scheduler permits it. */
  const inAnyOrder = (scheduler: fc.Scheduler): Database => ({
    ...world.db,
    documents: {
      send: async (command) => {
        await scheduler.schedule(Promise.resolve());
        return world.db.documents.send(command);
      },
    },
  });

  let stories = 0;

  it('holds for simultaneous creations and can be reached', async () => {
    const counts = { before: fc.nat(limit), more: fc.integer({ min: 1, max: 6 }) };
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.record(counts), async (scheduler, { before, more }) => {
        const tenantId = `org_bound_${(stories += 1)}`;
        const alone = bounded(tenantId, world.db);
        for (let n = 0; n < before; n += 1) await alone.create(`before ${n}`);
        const { create } = bounded(tenantId, inAnyOrder(scheduler));
        const creations = Array.from({ length: more }, (_, n) => create(`more ${n}`));
        const ended = Promise.allSettled(creations);
        await scheduler.waitFor(ended);
        const createdCount = (await ended).filter(({ status }) => status === 'fulfilled').length;
        expect(await alone.names()).toHaveLength(before + createdCount);
        expect(before + createdCount).toBeLessThanOrEqual(limit);
        if (before + more <= limit) expect(createdCount).toBe(more);
        for (const one of await ended) {
          if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Refusal);
        }
        for (let n = before + createdCount; n < limit; n += 1) await alone.create(`last ${n}`);
        await expect(alone.create('one more')).rejects.toBe(limitRefusal);
      }),
      { numRuns: caseCount({ usual: 100, thorough: 2000 }) },
    );
  });
});
