import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { tokenVerifier } from '#lib/domain/account/token.rules.ts';
import { Refusal, UntimelyToken } from '#lib/kernel/refusal.ts';

const issuer = 'https://pool.example/local_Cloudwarden';
const clientId = 'console';
const now = Date.UTC(2026, 8, 1, 12);
const seconds = now / 1000;

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const ours = rsa();
const theirs = rsa();

const jwkOf = ({ publicKey }: ReturnType<typeof rsa>, kid: string) => {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e };
};
const jwks = { keys: [jwkOf(ours, 'k1')] };

const header = { alg: 'RS256', kid: 'k1' };
const claims = {
  sub: '8b1c',
  username: 'ada@example.com',
  client_id: clientId,
  token_use: 'access',
  iss: issuer,
  iat: seconds,
  exp: seconds + 3600,
  'cognito:groups': ['org_1'],
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (head: object, body: object): string => `${encode(head)}.${encode(body)}`;

const token = (body: object = {}, head: object = {}, keys = ours, digest = 'sha256'): string => {
  const text = unsigned({ ...header, ...head }, { ...claims, ...body });
  return `${text}.${sign(digest, Buffer.from(text), keys.privateKey).toString('base64url')}`;
};

const hs256 = (secret: string | Buffer, head: object = {}): string => {
  const text = unsigned({ ...header, alg: 'HS256', ...head }, claims);
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

const pem = ours.publicKey.export({ type: 'spki', format: 'pem' });
const der = ours.publicKey.export({ type: 'spki', format: 'der' });
const validToken = token();
const [head = '', body = '', signature = ''] = validToken.split('.');
const flip = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

// The last character of 342 carries two bits of the signature and four that decoders ignore.
const next = (last = ''): string => String.fromCharCode(last.charCodeAt(0) + 1);

const sentence = 'Your session is missing or has ended. Sign in to continue.';
const verifyAt = (ms: number) => tokenVerifier({ issuer, clientId, jwks, clock: () => ms });
const verify = verifyAt(now);

const expectRefused = async (jwt: string, by = verify): Promise<void> => {
  const failure: unknown = await by(jwt).then(
    () => 'accepted',
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Refusal);
  expect(failure).toMatchObject({ status: 401, message: sentence, extra: {} });
};

describe('an access token of the pool', () => {
  it('yields the user, the tenant and the expiry', async () => {
    expect(await verify(validToken)).toEqual({
      sub: '8b1c',
      username: 'ada@example.com',
      tenantId: 'org_1',
      expiresAt: now + 3600_000,
    });
  });

  it('may name other groups in addition to its tenant', async () => {
    const { tenantId } = await verify(token({ 'cognito:groups': ['eu-1_Okta', 'org_2'] }));
    expect(tenantId).toBe('org_2');
  });

  it('is valid until the moment at which it expires', async () => {
    await expect(verifyAt(now + 3600_000 - 1)(validToken)).resolves.toBeDefined();
    await expectRefused(validToken, verifyAt(now + 3600_000));
  });

  it('is reported as expired only if everything else about it is valid', async () => {
    const refusal = (jwt: string) => verify(jwt).catch((error: unknown) => error);
    const expiredClaims = { exp: seconds - 1 };
    expect(await refusal(token(expiredClaims))).toBeInstanceOf(UntimelyToken);
    const forged = [
      token(expiredClaims, {}, theirs),
      token({ ...expiredClaims, iss: 'https://evil.example/local_Cloudwarden' }),
      token({ ...expiredClaims, client_id: 'other' }),
      token({ ...expiredClaims, token_use: 'id' }),
      token({ ...expiredClaims, 'cognito:groups': [] }),
    ];
    for (const jwt of forged) expect(await refusal(jwt)).not.toBeInstanceOf(UntimelyToken);
  });

  it('is checked against the system clock if no other clock is given', async () => {
    const bySystem = tokenVerifier({ issuer, clientId, jwks });
    const exp = Math.floor(Date.now() / 1000);
    await expect(bySystem(token({ exp: exp + 60 }))).resolves.toBeDefined();
    await expectRefused(token({ exp: exp - 60 }), bySystem);
  });
});

describe('an access token that is refused with the same 401 sentence', () => {
  const forged: Record<string, string> = {
    'no algorithm': `${unsigned({ alg: 'none', kid: 'k1' }, claims)}.`,
    'no algorithm, signed': token({}, { alg: 'none' }),
    'NONE as its algorithm': token({}, { alg: 'NONE' }),
    'an algorithm left out': token({}, { alg: undefined }),
    'HS256 keyed with the public key as PEM': hs256(String(pem)),
    'HS256 keyed with the public key as DER': hs256(der),
    'HS256 keyed with the modulus': hs256(Buffer.from(jwks.keys[0]?.n ?? '', 'base64url')),
    'HS256 called RS256': hs256(String(pem), { alg: 'RS256' }),
    'another digest, named': token({}, { alg: 'RS512' }, ours, 'sha512'),
    'another digest, not named': token({}, {}, ours, 'sha512'),
    'a foreign key under our kid': token({}, {}, theirs),
    'a kid that the pool does not have': token({}, { kid: 'k2' }, theirs),
    'no kid': token({}, { kid: undefined }),
    'a kid that is a path': token({}, { kid: '../../k1' }),
    'a kid that is an inherited name': token({}, { kid: '__proto__' }),
    'its own key in the header': token({}, { jwk: jwkOf(theirs, 'k1') }, theirs),
    'an extension that must be understood': token({}, { crit: ['b64'], b64: false }),
    'another issuer': token({ iss: 'https://evil.example/local_Cloudwarden' }),
    'an issuer that only starts like ours': token({ iss: `${issuer}.evil.example` }),
    'no issuer': token({ iss: undefined }),
    'another client': token({ client_id: 'other' }),
    'no client': token({ client_id: undefined }),
    'the client as audience only': token({ client_id: undefined, aud: clientId }),
    'the id token': token({ token_use: 'id', aud: clientId }),
    'no use': token({ token_use: undefined }),
    'a past expiry': token({ exp: seconds - 1 }),
    'no expiry': token({ exp: undefined }),
    'an expiry in words': token({ exp: 'never' }),
    'a start in the future': token({ nbf: seconds + 60 }),
    'no groups': token({ 'cognito:groups': undefined }),
    'no tenant among the groups': token({ 'cognito:groups': ['admins', 'xorg_1'] }),
    'two tenants': token({ 'cognito:groups': ['org_1', 'org_2'] }),
    'groups as text': token({ 'cognito:groups': 'org_1' }),
    'no user name': token({ username: undefined }),
    'no sub': token({ sub: '' }),
    'claims that are a list': `${head}.${encode([claims])}.${signature}`,
  };
  it.each(Object.entries(forged))('has %s', (_, jwt) => expectRefused(jwt));

  const misshapen: Record<string, string> = {
    'empty text': '',
    'a word': 'token',
    'two parts': `${head}.${body}`,
    'a stripped signature': `${head}.${body}.`,
    'four parts': `${validToken}.${signature}`,
    'five parts, as an encrypted token': `${validToken}.${signature}.${signature}`,
    'swapped parts': `${body}.${head}.${signature}`,
    'a changed signature': `${head}.${body}.${flip(signature)}`,
    'a cut signature': validToken.slice(0, -4),
    'a lengthened signature': `${validToken}AAAA`,
    'changed claims': `${head}.${encode({ ...claims, 'cognito:groups': ['org_2'] })}.${signature}`,
    'padding behind': `${validToken}==`,
    'a blank behind': `${validToken} `,
    'a line break behind': `${validToken}\n`,
    'a blank inside': `${head}.${body}. ${signature}`,
    'plain base64': validToken.replaceAll('-', '+').replaceAll('_', '/') + '=',
    'unused bits set': `${validToken.slice(0, -1)}${next(validToken.at(-1))}`,
    'a scheme before': `Bearer ${validToken}`,
    'two tokens': `${validToken},${validToken}`,
    'a header that is no JSON': `AAAA.${body}.${signature}`,
    'far too long': `${head}.${'A'.repeat(1_000_000)}.${signature}`,
  };
  it.each(Object.entries(misshapen))('is malformed: %s', (_, jwt) => expectRefused(jwt));

  it('is a valid token with one changed character', async () => {
    for (let at = 0; at < validToken.length; at += 7) {
      await expectRefused(validToken.slice(0, at) + flip(validToken.slice(at)));
    }
  });
});

const startListening = async (server: ReturnType<typeof createTcpServer>): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Neither accepted nor rejected: the keys cannot be read, so the token may be valid. */
const expectUndecided = async (jwt: string, by: typeof verify): Promise<void> => {
  const failure: unknown = await by(jwt).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(Refusal);
};

/** The first byte of each connection that the issuer's host received while a token was verified. */
const greetingsOf = async (keys?: typeof jwks): Promise<(number | undefined)[]> => {
  const greetings: (number | undefined)[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', ([first]) => {
      greetings.push(first);
      socket.destroy();
    });
  });
  const remote = `https://${await startListening(server)}/local_Cloudwarden`;
  const verifier = tokenVerifier({ issuer: remote, clientId, jwks: keys, clock: () => now });
  const expected = keys ? expectRefused : expectUndecided;
  await expected(token({ iss: remote }, { kid: 'k2' }), verifier);
  server.close();
  return greetings;
};

describe('the source of the keys of tokens', () => {
  it('is never an address that a token names', async () => {
    let requestCount = 0;
    const server = createServer((_, res) => {
      requestCount += 1;
      res.end(JSON.stringify({ keys: [jwkOf(theirs, 'k2')] }));
    });
    const url = `http://${await startListening(server)}/jwks.json`;
    await expectRefused(token({}, { kid: 'k2', jku: url, x5u: url }, theirs));
    await expectRefused(token({ iss: url }, { kid: 'k2' }, theirs));
    server.close();
    expect(requestCount).toBe(0);
  });

  it('is the configured issuer, over TLS, if no keys are given', async () => {
    const handshake = 0x16;
    expect(await greetingsOf()).toContain(handshake);
  });

  it('is never fetched if keys are given', async () => {
    expect(await greetingsOf(jwks)).toEqual([]);
  });

  it('is never plain HTTP', async () => {
    let requestCount = 0;
    const server = createServer((_, res) => {
      requestCount += 1;
      res.end(JSON.stringify(jwks));
    });
    const remote = `http://${await startListening(server)}/local_Cloudwarden`;
    const fetching = tokenVerifier({ issuer: remote, clientId, clock: () => now });
    await expectRefused(token({ iss: remote }), fetching);
    server.close();
    expect(requestCount).toBe(0);
  });
});
