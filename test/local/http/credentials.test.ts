import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import { sendRequest } from './raw-http.ts';

let product: Embedded;
let tokens: { AccessToken: string; IdToken: string; RefreshToken: string };

const target = (operation: string) => `AWSCognitoIdentityProviderService.${operation}`;

/** One call of the identity endpoint, as Amplify makes it. */
const callIdentity = async (
  operation: string,
  body: string,
  headers: Record<string, string> = {},
) => {
  const answer = await sendRequest(product.port, '/identity', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': operation,
      ...headers,
    },
    body,
  });
  const data: Record<string, unknown> = JSON.parse(answer.body);
  return { ...answer, data };
};

const ClientId = 'cloudwarden-console';

const signIn = (PASSWORD: string, USERNAME = product.sign_in.email) =>
  callIdentity(
    target('InitiateAuth'),
    JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId,
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );

beforeAll(async () => {
  product = await openEmbedded();
  const { data } = await signIn(product.sign_in.password);
  tokens = Object(data).AuthenticationResult;
});

afterAll(async () => {
  expect(product.errors()).not.toContain('"level":"error"');
  await product.close();
});

let callers = 1;
/** Failures per address are limited: by default, each call comes from another address. */
const anotherAddress = () => {
  callers += 1;
  return `127.0.1.${callers}`;
};

const requestMe = (authorization?: string, from = anotherAddress()) =>
  sendRequest(product.port, '/api/users/me', {
    from,
    ...(authorization !== undefined && { headers: { authorization } }),
  });

describe('a caller', () => {
  it.each([
    ['an API key', () => product.api_key],
    ['an API key as Bearer', () => `Bearer ${product.api_key}`],
    ['an access token', () => tokens.AccessToken],
    ['an access token as Bearer', () => `Bearer ${tokens.AccessToken}`],
    ['an access token as bearer', () => `bearer ${tokens.AccessToken}`],
  ])('is authenticated by %s', async (_name, authorization) => {
    const answer = await requestMe(authorization());
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ _id: product.sign_in.email });
  });
});

/** The key with one of its parts (tenant, id, secret) replaced. */
const keyWith = (at: 1 | 2 | 3, part: string) =>
  product.api_key.split('_').with(at, part).join('_');

const flipLastDigit = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');

const keys: [string, () => string | undefined][] = [
  ['no key', () => undefined],
  ['an empty text', () => ''],
  ['the word Bearer', () => 'Bearer'],
  ['noise', () => 'garbage'],
  ['another scheme', () => `Basic ${Buffer.from('root:root').toString('base64')}`],
  ['the name of a prototype', () => '__proto__'],
  ['a key of prototype names', () => 'cw___proto_____proto_____proto__'],
  ['only the beginning of a key', () => 'cw_'],
  ['a key without its secret', () => product.api_key.split('_').slice(0, 3).join('_')],
  ['a key with an empty secret', () => keyWith(3, '')],
  ['another secret', () => keyWith(3, '0'.repeat(64))],
  ['a secret whose last digit is wrong', () => flipLastDigit(product.api_key)],
  ['a secret in capital letters', () => product.api_key.toUpperCase().replace('CW_', 'cw_')],
  ["another key's id", () => keyWith(2, '0'.repeat(32))],
  ["another organisation's id", () => keyWith(1, '0'.repeat(32))],
  ['a key with a character too many', () => `${product.api_key}0`],
  ['two keys', () => `${product.api_key} ${product.api_key}`],
  ['two keys with a comma', () => `${product.api_key}, ${product.api_key}`],
  ['a key of wildcards', () => 'cw_%_%_%'],
  ['8 KB', () => `cw_${'0'.repeat(8 * 1024)}`],
  ['8 KB of another kind', () => 'a.'.repeat(4 * 1024)],
];

describe('an API key', () => {
  it.each(keys)('that is invalid is refused with 401: %s', async (_name, authorization) => {
    const answer = await requestMe(authorization());
    const anonymous = await requestMe();
    expect(answer).toMatchObject({ status: 401, body: anonymous.body });
    expect(refusalProblemsOf(answer)).toEqual([]);
  });

  it('is not read from a query, a cookie or another header', async () => {
    const headers = { cookie: `authorization=${product.api_key}`, 'x-api-key': product.api_key };
    const answer = await sendRequest(product.port, '/api/users/me', { headers });
    expect(answer.status).toBe(401);
    const byQuery = await sendRequest(
      product.port,
      `/api/users/me?authorization=${product.api_key}`,
    );
    expect(byQuery.status).toBe(401);
  });
});

describe('guessing an API key', () => {
  it('is refused after ten tries a minute from one address; others stay usable', async () => {
    const guess = keyWith(2, '1'.repeat(32));
    const statuses: number[] = [];
    for (let tries = 0; tries < 15; tries += 1) {
      statuses.push((await requestMe(guess, '127.0.2.1')).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const refusal = await requestMe(product.api_key, '127.0.2.1');
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(30);
    expect(refusalProblemsOf(refusal)).toEqual([]);
    expect((await requestMe(tokens.AccessToken, '127.0.2.1')).status).toBe(200);
    expect((await requestMe(product.api_key)).status).toBe(200);
  });
});

const decode = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString());
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The access token with another header and claims; its signature is kept unless one is given. */
const tokenWith = (header: object, claims: object, signature?: string) => {
  const [head, body, ownSignature] = tokens.AccessToken.split('.');
  const parts = [encode({ ...decode(head), ...header }), encode({ ...decode(body), ...claims })];
  return [...parts, signature ?? ownSignature].join('.');
};

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

const signedByAnother = (header: object) => {
  const [head, body] = tokenWith(header, {}).split('.');
  const signature = signBytes('RSA-SHA256', Buffer.from(`${head}.${body}`), foreign.privateKey);
  return `${head}.${body}.${signature.toString('base64url')}`;
};

const jwts: [string, () => string][] = [
  ['the id token', () => tokens.IdToken],
  ['the refresh token', () => tokens.RefreshToken],
  ['no signature', () => tokens.AccessToken.split('.').slice(0, 2).join('.')],
  ['an empty signature', () => tokenWith({}, {}, '')],
  ['alg none', () => tokenWith({ alg: 'none' }, {}, '')],
  ['alg None', () => tokenWith({ alg: 'None' }, {})],
  ['alg HS256', () => tokenWith({ alg: 'HS256' }, {})],
  ['another user', () => tokenWith({}, { username: 'eve@example.com' })],
  ['a longer life', () => tokenWith({}, { exp: 9_999_999_999 })],
  ['another organisation', () => tokenWith({}, { 'cognito:groups': [`org_${'0'.repeat(32)}`] })],
  ['a key of its own', () => signedByAnother({ jwk: foreign.publicKey.export({ format: 'jwk' }) })],
  ['an address of its own keys', () => signedByAnother({ jku: `${product.url}/jwks.json` })],
  ['a file as its key', () => signedByAnother({ kid: '../../../../dev/null' })],
  ['a key named as a prototype', () => signedByAnother({ kid: '__proto__' })],
  ['a flipped signature', () => tokens.AccessToken.replace(/.{8}$/, 'AAAAAAAA')],
  ['white space in it', () => tokens.AccessToken.replace('.', '. ')],
  ['padding', () => `${tokens.AccessToken}==`],
  ['a fourth part', () => `${tokens.AccessToken}.${encode({})}`],
  ['three dots', () => '...'],
  ['lists as parts', () => [encode([]), encode([]), encode([])].join('.')],
];

describe('an access token', () => {
  it.each(jwts)('that was altered is refused with 401: %s', async (_name, token) => {
    const answer = await requestMe(token());
    const anonymous = await requestMe();
    expect(answer).toMatchObject({ status: 401, body: anonymous.body });
    expect(refusalProblemsOf(answer)).toEqual([]);
  });
});

describe('the identity endpoint', () => {
  it('publishes its public keys and nothing of its private ones', async () => {
    const answer = await sendRequest(
      product.port,
      '/identity/local_Cloudwarden/.well-known/jwks.json',
    );
    const { keys: publicKeys } = JSON.parse(answer.body);
    expect(answer.status).toBe(200);
    expect(publicKeys).toHaveLength(1);
    expect(Object.keys(publicKeys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it.each(['', 'InitiateAuth', target('AdminCreateUser'), target('__proto__'), 'x'.repeat(300)])(
    'does not offer the operation %j',
    async (operation) => {
      const { status, data } = await callIdentity(operation, '{}');
      expect(status).toBe(400);
      expect(data).toMatchObject({ __type: 'UnknownOperationException' });
    },
  );

  it.each(['', '{', '[]', 'null', '"a"', '{"a":1}x', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`])(
    'refuses the body %s',
    async (body) => {
      const answer = await callIdentity(target('InitiateAuth'), body);
      expect(answer.status).toBe(400);
      expect(refusalProblemsOf(answer)).toEqual([]);
    },
  );

  it.each([
    ['{}', 'InvalidParameterException'],
    ['{"AuthFlow":"USER_PASSWORD_AUTH"}', 'InvalidParameterException'],
    [`{"ClientId":"other","AuthFlow":"USER_PASSWORD_AUTH"}`, 'InvalidParameterException'],
    [`{"__proto__":{"ClientId":"${ClientId}"}}`, 'InvalidParameterException'],
  ])('refuses missing or wrong parameters in %s', async (body, type) => {
    const { status, data } = await callIdentity(target('InitiateAuth'), body);
    expect(status).toBe(400);
    expect(data).toMatchObject({ __type: type, message: expect.any(String) });
  });

  it('refuses a wrong password and an unknown user with the same message', async () => {
    const wrongPassword = await signIn('Wrong-1-password');
    const unknownUser = await signIn('Wrong-1-password', 'nobody@example.com');
    expect(wrongPassword.status).toBe(400);
    expect(wrongPassword.data).toMatchObject({ __type: 'NotAuthorizedException' });
    expect(unknownUser.data).toEqual(wrongPassword.data);
  });

  it('refuses the right password too, with 429, after ten failures a minute', async () => {
    let last = await signIn('Wrong-2-password');
    for (let tries = 0; tries < 12 && last.status === 400; tries += 1) {
      last = await signIn('Wrong-2-password');
    }
    expect(last.status).toBe(429);
    expect((await signIn(product.sign_in.password)).status).toBe(429);
    expect((await requestMe(tokens.AccessToken)).status).toBe(200);
  });
});
