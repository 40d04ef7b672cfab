import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { retryDelay } from '#lib/local/bus.ts';
import { openLedger } from '#lib/local/ledger.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { conditionWaiter, localBus } from '#test/support/local-bus.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const noon = Date.parse('2027-03-28T12:00:00Z');
const hour = 3600_000;

const fact = (id: number | string): Fact => ({
  type: 'approval_decided',
  tenant_id: 'org_1',
  approval_id: `apr_${id}`,
});
const facts = (count: number): Fact[] => Array.from({ length: count }, (_, id) => fact(id));

const fail = async () => {
  throw new Error('The runner is down');
};

let database: DatabaseSync;
let remove: () => void;

beforeEach(() => {
  const { folder, ...rest } = temporaryFolder();
  ({ remove } = rest);
  database = openLedger(join(folder, 'ledger.db'));
});

afterEach(() => {
  database.close();
  remove();
});

describe('deliveries of the embedded bus', () => {
  it('wait until the bus is started', async () => {
    const { bus, handled, handledCount } = localBus({ database });
    await bus.publish(facts(3));
    await turn();
    expect(handled).toEqual([]);
    bus.start();
    await handledCount(3);
    await bus.drain(1000);
  });

  it('keep their order when the concurrency is one', async () => {
    const { bus, handled, handledCount } = localBus({ database, concurrency: 1 });
    bus.start();
    await Promise.all(facts(600).map((one) => bus.publish([one])));
    await handledCount(600);
    expect(handled).toEqual(facts(600));
    await bus.drain(1000);
  });

  it('run in parallel up to the limit and never above', async () => {
    let running = 0;
    const counts = new Set<number>();
    const handle = async () => {
      running += 1;
      counts.add(running);
      await turn();
      running -= 1;
    };
    const { bus, handledCount } = localBus({ database, concurrency: 4, handle });
    bus.start();
    await bus.publish(facts(100).map((one, n) => ({ ...one, tenant_id: `org_${n % 2}` })));
    await handledCount(100);
    expect(Math.max(...counts)).toBe(4);
    await bus.drain(1000);
  });

  it('may publish further facts', async () => {
    const handle = async (one: Fact) => {
      if ('approval_id' in one && one.approval_id === 'apr_first') await bus.publish(facts(3));
    };
    const { bus, handledCount } = localBus({ database, handle });
    bus.start();
    await bus.publish([fact('first')]);
    await handledCount(4);
    await bus.drain(1000);
  });
});

describe('facts of several listeners', () => {
  const called = (listener_id: string, n: number): Fact => ({
    type: 'listener_event_received',
    tenant_id: 'org_1',
    listener_id,
    event_id: `evt_${n}`,
  });
  const flood = Array.from({ length: 1000 }, (_, n) => called('lst_busy', n));
  const isBusy = (one: Fact) => 'listener_id' in one && one.listener_id === 'lst_busy';

  it('are delivered while the deliveries of another listener hang', async () => {
    const { changed, until } = conditionWaiter();
    let [startedCount, mayEnd] = [0, false];
    const handle = async (one: Fact) => {
      if (!isBusy(one)) return;
      startedCount += 1;
      changed();
      await until(() => mayEnd);
    };
    const { bus, handled, handledCount } = localBus({ database, handle, concurrency: 8 });
    bus.start();
    await bus.publish(flood);
    await until(() => startedCount === 5);
    const otherFacts = [called('lst_calm', 1), called('lst_other', 1), fact(1)];
    for (const [n, one] of otherFacts.entries()) {
      await bus.publish([one]);
      await handledCount(n + 1);
    }
    expect(handled).toEqual(otherFacts);
    expect(startedCount).toBe(5);
    mayEnd = true;
    changed();
    await handledCount(1003);
    await bus.drain(1000);
  });

  it('are delivered while connection tests of many organisations hang', async () => {
    const { changed, until } = conditionWaiter();
    let [startedCount, mayEnd] = [0, false];
    const test = (tenant_id: string, n: number): Fact => ({
      type: 'integration_test_requested',
      tenant_id,
      integration_id: `int_${n}`,
      test_id: `tst_${n}`,
      send_message: false,
    });
    const handle = async (one: Fact) => {
      if (one.type !== 'integration_test_requested') return;
      startedCount += 1;
      changed();
      await until(() => mayEnd);
    };
    const { bus, handled, handledCount } = localBus({ database, handle, concurrency: 8 });
    bus.start();
    await bus.publish(Array.from({ length: 40 }, (_, n) => test(n < 20 ? 'org_1' : `org_${n}`, n)));
    await until(() => startedCount === 4);
    await bus.publish(facts(20));
    await handledCount(20);
    expect(handled).toEqual(facts(20));
    expect(startedCount).toBe(4);
    mayEnd = true;
    changed();
    await handledCount(60);
    await bus.drain(1000);
  });

  it('take turns with those of a listener that has a long queue', async () => {
    const { bus, handled, handledCount } = localBus({ database, concurrency: 4 });
    await bus.publish(flood);
    await bus.publish(Array.from({ length: 10 }, (_, n) => called('lst_calm', n)));
    bus.start();
    await handledCount(1010);
    const last = handled.findLastIndex((one) => !isBusy(one));
    expect(last).toBeLessThan(60);
    await bus.drain(1000);
  });

  it('are expected to wait only for the listener that has a long queue', async () => {
    const { changed, until } = conditionWaiter();
    let mayEnd = false;
    const handle = () => until(() => mayEnd);
    const { bus, handledCount } = localBus({ database, handle, concurrency: 8 });
    bus.start();
    await bus.publish([...flood, called('lst_calm', 1)]);
    await turn();
    expect(bus.wait('lst_busy')).toBeGreaterThan(0);
    expect([bus.wait('lst_calm'), bus.wait('lst_other')]).toEqual([0, 0]);
    mayEnd = true;
    changed();
    await handledCount(1001);
    expect(bus.wait('lst_busy')).toBe(0);
    await bus.drain(1000);
  });

  it('are each handled once with 300 listeners', async () => {
    const { bus, handled, handledCount } = localBus({ database });
    bus.start();
    const many = Array.from({ length: 900 }, (_, n) => called(`lst_${n % 300}`, n));
    await Promise.all(many.map((one) => bus.publish([one])));
    await handledCount(900);
    expect(new Set(handled.map((one) => JSON.stringify(one)))).toHaveProperty('size', 900);
    await bus.drain(1000);
  });
});

describe('the drain of the embedded bus', () => {
  it('waits for running deliveries and leaves the rest to the next process', async () => {
    const { changed, until } = conditionWaiter();
    let startedCount = 0;
    let mayEnd = false;
    const handle = async () => {
      startedCount += 1;
      changed();
      await until(() => mayEnd);
    };
    const { bus, handled } = localBus({ database, concurrency: 2, handle });
    bus.start();
    await bus.publish(facts(5));
    await until(() => startedCount === 2);
    const drained = bus.drain(60_000);
    mayEnd = true;
    changed();
    await drained;
    expect(handled).toEqual([fact(0), fact(1)]);

    const next = localBus({ database });
    next.bus.start();
    await next.handledCount(3);
    await next.bus.drain(1000);
    expect(next.handled).toEqual([fact(2), fact(3), fact(4)]);
  });

  it('does not wait for a hanging delivery, which the next process repeats', async () => {
    const { bus } = localBus({ database, handle: () => new Promise(() => undefined) });
    bus.start();
    await bus.publish([fact(1)]);
    await bus.drain(10);

    const next = localBus({ database });
    next.bus.start();
    await next.handledCount(1);
    await next.bus.drain(1000);
  });

  it('waits until the database accepts writes again', async () => {
    const handle = async () => database.exec('PRAGMA query_only = ON');
    const { bus, handled, lines } = localBus({ database, handle });
    bus.start();
    await bus.publish([fact(1)]);
    while (lines.length === 0) await turn();
    expect(lines[0]).toContain('The bus cannot write');
    database.exec('PRAGMA query_only = OFF');
    await bus.drain(60_000);
    expect(handled).toEqual([fact(1)]);
    expect(database.prepare('SELECT * FROM bus_facts').all()).toEqual([]);
  });
});

describe('a fact whose delivery fails', () => {
  it('is delivered again until it succeeds', async () => {
    let tries = 0;
    const handle = async () => {
      tries += 1;
      if (tries < 5) await fail();
    };
    const { bus, handledCount } = localBus({ database, handle, delayAfter: () => 1 });
    bus.start();
    await bus.publish([fact(1)]);
    await handledCount(1);
    await bus.drain(1000);
    expect(tries).toBe(5);
    expect(bus.parked()).toEqual([]);
  });

  it('is retried after 1 s, 5 s, 30 s and 2 min plus jitter, and parked after five tries', () => {
    for (const [index, delay] of [1_000, 5_000, 30_000, 120_000].entries()) {
      const delays = Array.from({ length: 100 }, () => retryDelay(index + 1) ?? 0);
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(delay);
      expect(Math.max(...delays)).toBeLessThanOrEqual(delay * 1.25);
      expect(new Set(delays).size).toBeGreaterThan(10);
    }
    expect(retryDelay(5)).toBeUndefined();
  });

  it.each([
    ['not before its time', 29_999, 0],
    ['at its time', 30_000, 1],
    ['at once when the clock was set back', -hour, 1],
    ['at once when the clock was set forward', hour, 1],
  ])('is retried by the next process %s', async (_, later, expected) => {
    const first = localBus({ database, clock: () => noon, handle: fail, delayAfter: () => 30_000 });
    first.bus.start();
    await first.bus.publish([fact('late')]);
    await first.bus.drain(1000);

    const next = localBus({ database, clock: () => noon + later, concurrency: 1 });
    await next.bus.publish([fact('marker')]);
    next.bus.start();
    await next.handledCount(expected + 1);
    expect(next.handled).toHaveLength(expected + 1);
    await next.bus.drain(1000);
  });
});

describe('a fact whose delivery always fails', () => {
  const isPoison = (one: Fact) => 'approval_id' in one && one.approval_id === 'apr_50';

  const openPoisoned = () => {
    let cured = false;
    const handle = async (one: Fact) => {
      if (isPoison(one) && !cured) await fail();
    };
    const delayAfter = (tries: number) => (tries < 5 ? 0 : undefined);
    const test = localBus({ database, clock: () => noon, handle, delayAfter });
    const cure = () => {
      cured = true;
    };
    return { ...test, cure };
  };

  it('is parked with its cause after five tries, while other facts are handled', async () => {
    const { bus, handled, handledCount, lines } = openPoisoned();
    bus.start();
    await bus.publish(facts(100));
    await handledCount(99);
    while (bus.parked().length === 0) await turn();
    await bus.drain(1000);
    expect(handled).toHaveLength(99);
    expect(bus.parked()).toEqual([
      {
        id: expect.any(Number),
        fact: fact(50),
        tries: 5,
        cause: 'Error: The runner is down',
        parked_at: noon,
      },
    ]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', area: 'bus' });
  });

  it('stays parked across a restart, and can be replayed once', async () => {
    const first = openPoisoned();
    first.bus.start();
    await first.bus.publish([fact(50)]);
    while (first.bus.parked().length === 0) await turn();
    await first.bus.drain(1000);

    const { bus, handled, handledCount, cure } = openPoisoned();
    bus.start();
    cure();
    await turn();
    expect(handled).toEqual([]);
    const [parked] = bus.parked();
    expect([bus.replay(parked?.id ?? 0), bus.replay(parked?.id ?? 0)]).toEqual([true, false]);
    await handledCount(1);
    await bus.drain(1000);
    expect(bus.parked()).toEqual([]);
    expect(bus.replay(4711)).toBe(false);
  });

  it('is reported before it is parked, and retried when the report fails', async () => {
    let now = noon;
    const reports: [Fact, number][] = [];
    const onParked = async (one: Fact, { tries }: { tries: number }) => {
      reports.push([one, tries]);
      if (reports.length === 1) await fail();
    };
    const delayAfter = (tries: number) => (tries < 5 ? 0 : undefined);
    const settings = { database, handle: fail, delayAfter, onParked };
    const first = localBus({ ...settings, clock: () => now });
    first.bus.start();
    await first.bus.publish([fact(1)]);
    while (reports.length === 0) await turn();
    await first.bus.drain(1000);
    expect(first.bus.parked()).toEqual([]);
    now += 60_000;
    const second = localBus({ ...settings, clock: () => now });
    second.bus.start();
    while (second.bus.parked().length === 0) await turn();
    await second.bus.drain(1000);
    expect(reports).toEqual([
      [fact(1), 5],
      [fact(1), 5],
    ]);
  });
});
