import { proveIdentity } from '#lib/domain/account/caller.service.ts';
import { attemptKeyOf, retryDelayOf } from '#lib/domain/account/attempt.rules.ts';
import { attemptTable } from '#lib/domain/account/attempt.table.ts';
import { generateKey } from '#lib/domain/api-keys/api-key.rules.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { readItems } from '#lib/kernel/database.ts';
import { unauthorised, UntimelyToken } from '#lib/kernel/refusal.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant } from '#test/support/people.ts';
import { noon, refusalFrom } from '../scene.ts';

const world = openTestDatabase();
const hashKey = 'the key of hashes';
const minute = 60_000;

let networks = 0;
/** A network of addresses from which no other test has failed. */
const newNetwork = () => {
  networks += 1;
  return (host: number) => `198.${networks}.${host >> 8}.${host & 255}`;
};

/** A key, a valid token, and the answers to calls with either. */
const open = async (fields: { expires_at?: number } = {}) => {
  const { db } = world;
  const countedDb = countedDatabase(db);
  const time = { now: noon };
  const tenant_id = newTenant();
  const verifyToken = async (jwt: string) => {
    if (jwt === 'an expired token') throw new UntimelyToken();
    if (jwt !== 'the right token') throw unauthorised('No such token.');
    const expiresAt = noon + 9 * minute;
    return { sub: 'ada', username: 'ada@example.com', tenantId: tenant_id, expiresAt };
  };
  const { text, _id, secret_hash } = generateKey(hashKey, tenant_id);
  const keyFields = {
    name: 'CI',
    user_id: 'ada@example.com',
    created_at: isoTime(noon),
    ...fields,
  };
  await apiKeyStore(db, tenant_id).create({ _id, secret_hash, ...keyFields });
  const deps = { db: countedDb.db, clock: () => time.now, verifyToken };
  const prove = proveIdentity({ ...deps, hashKey: () => hashKey });
  const address = newNetwork();
  const wrongKey = text.replace(/.{64}$/, '0'.repeat(64));
  const refusal = (credential: string, from = address(1)) => refusalFrom(prove(credential, from));
  const statusOf = async (credential: string, from?: string) =>
    (await refusal(credential, from))?.status ?? 200;
  const fail = async (times: number, credential = wrongKey, from?: string) => {
    const statuses: number[] = [];
    for (let tries = 0; tries < times; tries += 1) statuses.push(await statusOf(credential, from));
    return statuses;
  };
  return { counted: countedDb, time, text, wrong: wrongKey, _id, address, refusal, statusOf, fail };
};

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('guessing an API key', () => {
  it('allows ten tries a minute, then returns 429 with the time to wait', async () => {
    const { time, text, fail, refusal, statusOf } = await open();
    expect(await fail(1000)).toEqual([...times(10, 401), ...times(990, 429)]);
    time.now += 20_000;
    const refused = await refusal(text);
    expect(refused).toMatchObject({ status: 429, extra: { headers: { 'retry-after': '40' } } });
    expect(refused?.message).toMatch(/Wait a minute\.$/);
    time.now += 39_999;
    expect(await statusOf(text)).toBe(429);
    time.now += 1;
    expect(await statusOf(text)).toBe(200);
  });

  it('evaluates at most ten of a thousand simultaneous tries', async () => {
    const { statusOf, wrong } = await open();
    const statuses = await Promise.all(
      times(1000, wrong).map((credential) => statusOf(credential)),
    );
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  it('does not evaluate more tries around the turn of a minute', async () => {
    const { time, fail } = await open();
    time.now = noon + minute - 1000;
    expect(await fail(9)).toEqual(times(9, 401));
    time.now = noon + minute;
    expect(await fail(3)).toEqual([401, 429, 429]);
  });

  it('counts existing, unknown and malformed keys and tokens alike', async () => {
    const { wrong, fail, statusOf } = await open();
    const nowhere = wrong.replace(/_[0-9a-f]{32}_/, `_${'1'.repeat(32)}_`);
    for (const credential of [wrong, nowhere, 'cw_', 'garbage', 'a.b.c']) await fail(2, credential);
    for (const credential of [wrong, nowhere, 'cw_', 'garbage', 'a.b.c']) {
      expect(await statusOf(credential)).toBe(429);
    }
    expect(await statusOf('')).toBe(401);
  });

  it('does not count calls without a key or with an expired key or token', async () => {
    const { time, text, fail, statusOf } = await open({ expires_at: noon / 1000 + 60 });
    expect(await fail(20, '')).toEqual(times(20, 401));
    expect(await fail(20, 'an expired token')).toEqual(times(20, 401));
    expect(await fail(20, text)).toEqual(times(20, 200));
    time.now += minute;
    expect(await fail(20, text)).toEqual(times(20, 401));
    // Nor does it wait because of failures of others behind its address.
    await fail(20);
    expect(await statusOf('an expired token')).toBe(401);
  });
});

describe('an API key that is guessed from many addresses', () => {
  it('still serves its owner and returns 429 to further guesses', async () => {
    const { text, wrong, address, statusOf, fail } = await open();
    for (let host = 2; host < 12; host += 1) await fail(1, wrong, address(host));
    expect(await statusOf(wrong, address(12))).toBe(429);
    expect(await fail(20, text)).toEqual(times(20, 200));
  });
});

describe('a valid access token', () => {
  it('is accepted from an address that guesses keys', async () => {
    const { fail, statusOf } = await open();
    await fail(20);
    expect(await statusOf('the right token')).toBe(200);
    expect(await statusOf('another token')).toBe(429);
  });
});

describe('the cost of proving an identity', () => {
  it('is one extra read for a valid key, none for a token, and more for failures', async () => {
    const { counted, text, wrong, fail, statusOf } = await open();
    const callsFor = async (credential: string) => {
      counted.taken();
      await statusOf(credential);
      return counted.taken().calls;
    };
    expect(await callsFor(text)).toBe(2);
    expect(await callsFor('the right token')).toBe(0);
    expect(await callsFor(wrong)).toBe(6);
    await fail(10);
    expect(await callsFor(wrong)).toBe(1);
  });

  it('is at most two rows for each address and key, even if failures continue', async () => {
    const { time, _id, address, fail } = await open();
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await fail(3);
      time.now += minute;
    }
    for (const partition of [`address ${address(1)}`, `key ${_id}`]) {
      const rows: unknown[] = [];
      for await (const row of readItems(world.db, { table: attemptTable, partition })) {
        rows.push(row);
      }
      expect(rows.length).toBeLessThanOrEqual(2);
    }
  });
});

describe('the caller that a failed try counts against', () => {
  it.each([
    ['203.0.113.9', 'address 203.0.113.9'],
    ['::ffff:203.0.113.9', 'address 203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', 'address 2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', 'address 2001:db8:1:2::/64'],
    ['2001:db8::1', 'address 2001:db8:0:0::/64'],
    ['::1', 'address 0:0:0:0::/64'],
    ['', 'address '],
  ])('of the address %s is %s', (address, attemptKey) => {
    expect(attemptKeyOf(address)).toBe(attemptKey);
  });
});

describe('the time for which an address must wait', () => {
  const at = (seconds: number, failures: number) => ({
    minute: '',
    failures,
    last_at: noon + seconds * 1000,
  });

  it.each([
    [[], 0],
    [[at(0, 9)], 0],
    [[at(0, 10)], 60],
    [[at(-59, 10)], 1],
    [[at(-60, 10)], 0],
    [[at(-30, 6), at(0, 4)], 30],
    [[at(-30, 6), at(0, 3)], 0],
    [[at(-60, 6), at(0, 9)], 0],
  ])('after the failures %j is %d s', (minutes, seconds) => {
    expect(retryDelayOf(minutes, noon)).toBe(seconds * 1000);
  });
});
