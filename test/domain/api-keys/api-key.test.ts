import {
  generateKey,
  isRightSecret,
  looksLikeKey,
  parseKey,
} from '#lib/domain/api-keys/api-key.rules.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { apiKeyTable } from '#lib/domain/api-keys/api-key.table.ts';
import { proveIdentity, readCaller } from '#lib/domain/account/caller.service.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { userTable } from '#lib/domain/users/user.table.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { deleteItem, getItem } from '#lib/kernel/database.ts';
import { createLog } from '#lib/kernel/log.ts';
import { unauthorised } from '#lib/kernel/refusal.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant } from '#test/support/people.ts';
import { noon, refusalFrom } from '../scene.ts';

const world = openTestDatabase();
const hashKey = 'the key of hashes';
const seconds = noon / 1000;

let calls = 0;
/** Failures per address are limited (attempt.test.ts), so each call comes from another one. */
const newAddress = () => {
  calls += 1;
  return `203.0.${calls >> 8}.${calls & 255}`;
};

/** A user with an API key, and what its text proves at a time. */
const open = async (fields: { expires_at?: number } = {}) => {
  const { db } = world;
  const tenant_id = newTenant();
  const time = { now: noon };
  const verifyToken = async () => {
    throw unauthorised('No token is known here.');
  };
  const deps = { db, clock: () => time.now, verifyToken, hashKey: () => hashKey };
  const user_id = 'ada@example.com';
  const at = isoTime(noon);
  const userFields = {
    name: 'Ada',
    readOnly: false,
    roles: [],
    settings: {},
    created_at: at,
    updated_at: at,
  };
  await userStore(db, tenant_id).create({ _id: user_id, userType: 'SUBUSER', ...userFields });
  const { text, _id, secret_hash } = generateKey(hashKey, tenant_id);
  const key = { _id, secret_hash, name: 'CI', user_id, created_at: at, ...fields };
  await apiKeyStore(db, tenant_id).create(key);
  const prove = (authorization: string | undefined) =>
    proveIdentity(deps)(authorization, newAddress());
  const call = async (authorization: string | undefined) => {
    const status = await refusalFrom(prove(authorization).then(readCaller(deps)));
    return status?.status ?? 200;
  };
  return { db, tenant_id, time, deps, user_id, text, _id, prove, call };
};

describe('the text of an API key', () => {
  const { text, _id } = generateKey(hashKey, newTenant());

  it('contains its organisation, its id and 256 random bits', () => {
    expect(text).toMatch(/^cw_[0-9a-f]{32}_[0-9a-f]{32}_[0-9a-f]{64}$/);
    expect(parseKey(text)).toMatchObject({ _id });
    expect(looksLikeKey(text)).toBe(true);
  });

  it.each([
    [''],
    ['cw_'],
    ['cw___'],
    [text.slice(1)],
    [text.slice(0, -1)],
    [`${text}0`],
    [`${text}\n`],
    [` ${text}`],
    [text.toUpperCase()],
    [text.replaceAll('_', '-')],
    [text.replace('cw_', 'cw_org_')],
    [text.replace(/_[0-9a-f]{32}_/, '_../../users/ada_')],
    [text.replace(/[0-9a-f]{64}$/, 'g'.repeat(64))],
    [text.replace(/[0-9a-f]{64}$/, '０'.repeat(64))],
    [`cw_${'__proto__'.padEnd(32, '_')}_${'0'.repeat(32)}_${'0'.repeat(64)}`],
    ['cw_constructor_toString_valueOf'],
  ])('is not valid as %j', (given) => {
    expect(parseKey(given)).toBeUndefined();
  });
});

describe('the stored API key', () => {
  it('cannot be used to call: its secret is hashed with a key stored elsewhere', async () => {
    const { db, tenant_id, text, _id } = await open();
    const item = await getItem(db, apiKeyTable, { tenant_id, _id });
    const { secret = '' } = parseKey(text) ?? {};
    expect(JSON.stringify(item)).not.toContain(secret);
    const key = await apiKeyStore(db, tenant_id).get(_id);
    if (!key) throw new Error('The key is not stored.');
    expect(isRightSecret(hashKey, key, secret)).toBe(true);
    expect(isRightSecret('another key of hashes', key, secret)).toBe(false);
    expect(isRightSecret(hashKey, key, key.secret_hash)).toBe(false);
  });
});

describe('a caller with an API key', () => {
  it('is the owner of the key, with the current rights of the owner', async () => {
    const { deps, tenant_id, user_id, text, _id, prove } = await open();
    const proof = await prove(text);
    expect(proof).toEqual({ tenant_id, user_id, key_id: _id, expires_at: Number.MAX_SAFE_INTEGER });
    expect(await readCaller(deps)(proof)).toEqual({
      tenant_id,
      user_id,
      name: 'Ada',
      userType: 'SUBUSER',
      readOnly: false,
      roles: [],
      key_id: _id,
      entity_type: 'user',
    });
    expect(await prove(`Bearer ${text}`)).toEqual(proof);
  });

  it('is refused with any other secret, key or organisation', async () => {
    const { text, call } = await open();
    const otherKey = await open();
    const [, tenant, id, secret] = text.split('_');
    const [, theirTenant, theirId, theirSecret] = otherKey.text.split('_');
    const zeros = '0'.repeat(64);
    const forged = [
      [tenant, id, zeros],
      [tenant, id, theirSecret],
      [tenant, theirId, secret],
      [tenant, theirId, theirSecret],
      [theirTenant, id, secret],
      [tenant, '0'.repeat(32), secret],
      [tenant, id, secret?.split('').toReversed().join('')],
      [tenant, id, secret, ''],
    ].map((parts) => ['cw', ...parts].join('_'));
    for (const credential of [...forged, undefined, '', 'Bearer', 'Bearer ', `Basic ${text}`]) {
      expect(await call(credential)).toBe(401);
    }
    expect(await call(text)).toBe(200);
  });

  it('is refused from the second at which the key expires', async () => {
    const { text, time, deps, prove, call } = await open({ expires_at: seconds + 60 });
    time.now = noon + 59_999;
    const proof = await prove(text);
    expect(proof.expires_at).toBe(noon + 60_000);
    expect(await call(text)).toBe(200);
    time.now = noon + 60_000;
    expect(await call(text)).toBe(401);
    expect((await refusalFrom(readCaller(deps)(proof)))?.status).toBe(401);
    // A socket remembers its owner, but not when the key expires.
    const remembered = { ...proof, expires_at: Number.MAX_SAFE_INTEGER };
    expect((await refusalFrom(readCaller(deps)(remembered)))?.status).toBe(401);
  });

  it('is refused as soon as the key is deleted, even with an earlier proof', async () => {
    const { db, tenant_id, _id, deps, text, prove, call } = await open();
    const proof = await prove(text);
    await deleteItem(db, apiKeyTable, { tenant_id, _id });
    expect(await call(text)).toBe(401);
    expect((await refusalFrom(readCaller(deps)(proof)))?.status).toBe(401);
  });

  it('is refused as soon as the person is deleted', async () => {
    const { db, tenant_id, user_id, text, call } = await open();
    await deleteItem(db, userTable, { tenant_id, _id: user_id });
    expect(await call(text)).toBe(401);
  });
});

describe('a caller without a valid key or token', () => {
  it('is logged with the address, but without the credentials', async () => {
    const { deps, time, text } = await open({ expires_at: seconds + 60 });
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line), clock: deps.clock });
    const prove = proveIdentity({ ...deps, log });
    await prove(text, '203.0.113.9');
    expect(lines).toEqual([]);
    time.now = noon + 60_000;
    const address = '203.0.113.9';
    const wrongKey = `${text.slice(0, -4)}AAAA`;
    // Calls with an expired key are rejected, but do not count as guesses, however many there are.
    for (const credential of [text, wrongKey, 'no.token.canary', undefined]) {
      await refusalFrom(prove(credential, address));
    }
    const entry = { time: isoTime(time.now), level: 'warn', area: 'account', address };
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { ...entry, message: 'An API key was refused.' },
      { ...entry, message: 'An access token was refused.' },
    ]);
  });
});

describe('a caller with an access token', () => {
  it('is a person of that organisation, and is refused if there is no such person', async () => {
    const { db, tenant_id, user_id, time } = await open();
    const tokens: Record<string, { username: string; tenantId: string }> = {
      ada: { username: user_id, tenantId: tenant_id },
      foreign: { username: user_id, tenantId: newTenant() },
      nobody: { username: 'eve@example.com', tenantId: tenant_id },
      inherited: { username: '__proto__', tenantId: tenant_id },
    };
    const verifyToken = async (jwt: string) => {
      const found = Object.hasOwn(tokens, jwt) ? tokens[jwt] : undefined;
      if (!found) throw unauthorised('No such token.');
      return { sub: jwt, ...found, expiresAt: noon + 1000 };
    };
    const deps = { db, clock: () => time.now, verifyToken, hashKey: () => hashKey };
    const call = (text: string) =>
      refusalFrom(proveIdentity(deps)(text, newAddress()).then(readCaller(deps)));
    expect(await call('ada')).toBeUndefined();
    expect(await call('bearer ada')).toBeUndefined();
    for (const text of ['foreign', 'nobody', 'inherited', 'toString', 'Bearer  ']) {
      expect((await call(text))?.status).toBe(401);
    }
    time.now = noon + 1000;
    expect((await call('ada'))?.status).toBe(401);
  });
});
