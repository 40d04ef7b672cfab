import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestPool } from '#test/support/identity-pool.ts';
import { ada, clientId, codeIn, openTestPool } from '#test/support/identity-pool.ts';

const { email, password } = ada;
const DAY = 24 * 3600_000;
const refused = (message: string) => ({ __type: 'NotAuthorizedException', message });

let folder: string;
let pool: TestPool;

const open = () => openTestPool(join(folder, 'ledger.sqlite'));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'identity-'));
  pool = await open();
  await pool.identity.admin.createUser(ada);
});

afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const restart = async () => {
  await pool.close();
  pool = await open();
};

const refreshByFlow = (REFRESH_TOKEN: string, AuthFlow = 'REFRESH_TOKEN_AUTH') =>
  pool.call('InitiateAuth', { AuthFlow, ClientId: clientId, AuthParameters: { REFRESH_TOKEN } });
const revoke = (Token: string) => pool.call('RevokeToken', { Token, ClientId: clientId });
const getUser = (AccessToken: string) => pool.call('GetUser', { AccessToken });

const usesOf = (AccessToken: string) => [
  getUser(AccessToken),
  pool.call('GlobalSignOut', { AccessToken }),
  pool.call('ChangePassword', {
    AccessToken,
    PreviousPassword: password,
    ProposedPassword: 'Newer-horse2',
  }),
];

const expectRefused = async (token: string, message: string) => {
  for (const answer of await Promise.all(usesOf(token))) {
    expect(answer).toEqual({ status: 400, body: refused(message) });
  }
};

describe('a refresh token', () => {
  it.each([
    ['GetTokensFromRefreshToken', (token: string) => pool.refresh(token)],
    ['REFRESH_TOKEN_AUTH', (token: string) => refreshByFlow(token)],
    ['REFRESH_TOKEN', (token: string) => refreshByFlow(token, 'REFRESH_TOKEN')],
  ])('returns new tokens by %s', async (_, refresh) => {
    const first = await pool.tokens(email, password);
    const { status, body } = await refresh(first.RefreshToken);
    const { AccessToken = '', IdToken, RefreshToken } = body.AuthenticationResult ?? {};
    expect(status).toBe(200);
    expect(RefreshToken).toBeUndefined();
    expect(IdToken).toBeDefined();
    expect(AccessToken).not.toBe(first.AccessToken);
    expect(await pool.verify(AccessToken)).toMatchObject({ username: email, tenantId: 'org_1' });
    expect((await getUser(AccessToken)).status).toBe(200);
  });

  it('is valid for 30 days', async () => {
    const { RefreshToken } = await pool.tokens(email, password);
    pool.advance(30 * DAY - 1000);
    expect((await pool.refresh(RefreshToken)).status).toBe(200);
    pool.advance(2000);
    expect((await pool.refresh(RefreshToken)).body).toEqual(refused('Invalid Refresh Token'));
  });

  it('leaves its last access token valid for an hour', async () => {
    const { RefreshToken } = await pool.tokens(email, password);
    pool.advance(30 * DAY - 1000);
    const { AuthenticationResult } = (await pool.refresh(RefreshToken)).body;
    pool.advance(1800_000);
    await pool.tokens(email, password);
    expect((await getUser(AuthenticationResult?.AccessToken ?? '')).status).toBe(200);
  });

  it('ends when it is revoked, together with its access tokens', async () => {
    const [one, other] = [await pool.tokens(email, password), await pool.tokens(email, password)];
    expect(await revoke(one.RefreshToken)).toEqual({ status: 200, body: {} });
    expect((await pool.refresh(one.RefreshToken)).body).toEqual(refused('Invalid Refresh Token'));
    expect((await getUser(one.AccessToken)).body).toEqual(refused('Access Token has been revoked'));
    expect((await pool.refresh(other.RefreshToken)).status).toBe(200);
    expect((await getUser(other.AccessToken)).status).toBe(200);
  });

  it.each(['', 'made up', '../x', 'a'.repeat(9000)])('is refused if invalid: %j', async (token) => {
    expect((await pool.refresh(token)).status).toBe(400);
    expect((await refreshByFlow(token)).status).toBe(400);
  });

  it('that does not exist can be revoked without an error', async () => {
    expect((await revoke('made up')).status).toBe(200);
  });
});

describe('an access token', () => {
  it('is validated by every operation that uses it', async () => {
    const { AccessToken, IdToken } = await pool.tokens(email, password);
    await expectRefused(IdToken, 'Invalid Access Token');
    await expectRefused(AccessToken.replace(/[^.]*$/, ''), 'Invalid Access Token');
    await expectRefused('made up', 'Invalid Access Token');
    pool.advance(3600_000);
    await expectRefused(AccessToken, 'Invalid Access Token');
  });

  it('is revoked everywhere by a global sign-out', async () => {
    const [one, other] = [await pool.tokens(email, password), await pool.tokens(email, password)];
    await pool.call('GlobalSignOut', { AccessToken: one.AccessToken });
    await expectRefused(one.AccessToken, 'Access Token has been revoked');
    await expectRefused(other.AccessToken, 'Access Token has been revoked');
    expect((await pool.refresh(other.RefreshToken)).status).toBe(400);
    expect((await getUser((await pool.tokens(email, password)).AccessToken)).status).toBe(200);
  });

  it('of another pool with the same accounts is refused', async () => {
    const { AccessToken } = await pool.tokens(email, password);
    const foreign = await openTestPool();
    await foreign.identity.admin.createUser(ada);
    const { body } = await foreign.call('GetUser', { AccessToken });
    await foreign.close();
    expect(body).toEqual(refused('Invalid Access Token'));
  });
});

describe('after a restart', () => {
  it('tokens, passwords and the signing key are still valid', async () => {
    const tokens = await pool.tokens(email, password);
    const keys = pool.identity.jwks();
    await restart();
    expect(pool.identity.jwks()).toEqual(keys);
    expect((await getUser(tokens.AccessToken)).status).toBe(200);
    expect((await pool.refresh(tokens.RefreshToken)).status).toBe(200);
    expect((await pool.signIn(email, password)).status).toBe(200);
  });

  it('revoked tokens stay revoked', async () => {
    const [one, other] = [await pool.tokens(email, password), await pool.tokens(email, password)];
    await revoke(one.RefreshToken);
    await restart();
    expect((await pool.refresh(one.RefreshToken)).status).toBe(400);
    await pool.call('GlobalSignOut', { AccessToken: other.AccessToken });
    await restart();
    expect((await pool.refresh(other.RefreshToken)).status).toBe(400);
    expect((await getUser(other.AccessToken)).status).toBe(400);
  });

  it('the published key has no private part', () => {
    const [key] = pool.identity.jwks().keys;
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});

it('passwords, refresh tokens and codes are not stored as plain text', async () => {
  const { RefreshToken } = await pool.tokens(email, password);
  await pool.call('ForgotPassword', { ClientId: clientId, Username: email });
  const secrets = [password, RefreshToken, codeIn(pool.mails)];
  for (const file of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, file));
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
  }
});
