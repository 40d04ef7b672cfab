import { createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorizeSocket } from '#lib/aws/socket.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { ticketStore } from '#lib/domain/ws/ticket.store.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { ada, openTestPool, type TestPool } from '#test/support/identity-pool.ts';
import { newTenant } from '#test/support/people.ts';
import { routeOf } from '../lambdas/gateway.ts';
import { refusalProblemsOf } from '../local/http/refusal-shape.ts';
import { sendRequest } from '../local/http/raw-http.ts';
import { encodeTokenPart, generateRsaKeys, jwkOf, openServer, type Server } from './server.ts';

const world = openTestDatabase();
const route = routeOf('getCurrentUser');
const ticketRoute = routeOf('createTicket');

const foreignKeyPair = generateRsaKeys();
const sentence = 'Your session is missing or has ended. Sign in to continue.';

let server: Server;
let pool: TestPool;
/** Requests to an address that a token names are recorded here. */
let lureRequests: string[];
let lureUrl: string;
let closeLure: () => void;

beforeAll(async () => {
  [server, pool] = await Promise.all([openServer(world), openTestPool()]);
  await pool.identity.admin.createUser(ada);
  lureRequests = [];
  const listener = createServer(({ url = '' }, response) => {
    lureRequests.push(url);
    response.end(
      JSON.stringify({ keys: [jwkOf(foreignKeyPair, 'k1'), jwkOf(foreignKeyPair, 'k2')] }),
    );
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  lureUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  closeLure = () => listener.close();
});

afterAll(async () => {
  closeLure();
  await Promise.all([server.close(), pool.close()]);
});

/** The last character of a signature carries four bits that decoders ignore. */
const nextCharacter = (last = ''): string => String.fromCharCode(last.charCodeAt(0) + 1);

const flipFirstCharacter = (text: string): string =>
  (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

const hs256 = (secret: string | Buffer): string => {
  const text = `${encodeTokenPart({ alg: 'HS256', kid: 'k1' })}.${encodeTokenPart(server.claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

/** A signature that is valid for its own algorithm, which is not the pool's. */
const tokensByAlgorithm = (): Record<string, string> => {
  const at = (alg: string) =>
    `${encodeTokenPart({ alg, kid: 'k1' })}.${encodeTokenPart(server.claims)}`;
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const edwards = generateKeyPairSync('ed25519').privateKey;
  const pss = { key: server.keys.privateKey, padding: 6, saltLength: 32 };
  const withEs = createSign('sha256')
    .update(at('ES256'))
    .sign({ key: elliptic, dsaEncoding: 'ieee-p1363' }, 'base64url');
  return {
    ES256: `${at('ES256')}.${withEs}`,
    EdDSA: `${at('EdDSA')}.${sign(null, Buffer.from(at('EdDSA')), edwards).toString('base64url')}`,
    PS256: `${at('PS256')}.${sign('sha256', Buffer.from(at('PS256')), pss).toString('base64url')}`,
    RS512: server.token({}, { alg: 'RS512' }, server.keys, 'sha512'),
    RS384: server.token({}, { alg: 'RS384' }, server.keys, 'sha384'),
  };
};

/** Everything that is not a valid token of this pool for this console, by what is wrong with it. */
const forgedTokens = async (): Promise<Record<string, string>> => {
  const { token, keys, claims, clock } = server;
  const seconds = Math.floor(clock() / 1000);
  const validToken = token();
  const [head = '', body = '', signature = ''] = validToken.split('.');
  const pem = keys.publicKey.export({ type: 'spki', format: 'pem' });
  const keyUrls = { jku: `${lureUrl}/jku`, x5u: `${lureUrl}/x5u` };
  const tokens = await pool.tokens(ada.email, ada.password);
  return {
    ...tokensByAlgorithm(),
    'alg none': `${encodeTokenPart({ alg: 'none', kid: 'k1' })}.${body}.`,
    'alg none, signed': token({}, { alg: 'None' }),
    'HS256 with the public key as PEM': hs256(String(pem)),
    'HS256 with the public key as DER': hs256(
      keys.publicKey.export({ type: 'spki', format: 'der' }),
    ),
    'a foreign key under our kid': token({}, {}, foreignKeyPair),
    'a foreign key under its own kid': token({}, { kid: 'k2' }, foreignKeyPair),
    'a kid that is an address': token({}, { kid: `${lureUrl}/kid` }, foreignKeyPair),
    'a kid that is a path': token({}, { kid: '../../../../dev/null' }, foreignKeyPair),
    'addresses of its own keys': token({}, keyUrls, foreignKeyPair),
    'addresses of its own keys under another kid': token(
      {},
      { ...keyUrls, kid: 'k2' },
      foreignKeyPair,
    ),
    'its own key': token({}, { jwk: jwkOf(foreignKeyPair, 'k1') }, foreignKeyPair),
    'its own certificate': token({}, { x5c: ['MIIB'] }, foreignKeyPair),
    'an issuer that serves its own keys': token({ iss: lureUrl }, {}, foreignKeyPair),
    'an issuer that serves its own keys, under another kid': token(
      { iss: lureUrl },
      { kid: 'k2' },
      foreignKeyPair,
    ),
    'another issuer': token({ iss: 'https://pool.example/local_Other' }),
    'another client': token({ client_id: 'other' }),
    'the use of an id token': token({ token_use: 'id', aud: claims.client_id }),
    expired: token({ exp: seconds }),
    'not valid yet': token({ nbf: seconds + 1 }),
    'an extension that must be understood': token({}, { crit: ['exp'] }),
    'two organisations': token({ 'cognito:groups': [server.tenant_id, newTenant()] }),
    'changed claims': `${head}.${encodeTokenPart({ ...claims, username: 'eve@example.com' })}.${signature}`,
    'a changed signature': `${head}.${body}.${flipFirstCharacter(signature)}`,
    'no signature': `${head}.${body}.`,
    'a part too many': `${validToken}.${signature}`,
    'the same part twice': `${head}.${head}.${body}.${signature}`,
    'a part too few': `${head}.${signature}`,
    'a blank inside': `${head}.${body}. ${signature}`,
    'a tab inside': `${head}.\t${body}.${signature}`,
    'padding behind': `${validToken}==`,
    'bits that decoders skip': `${validToken.slice(0, -1)}${nextCharacter(validToken.at(-1))}`,
    'two tokens': `${validToken},${validToken}`,
    'two schemes': `Bearer Bearer ${validToken}`,
    'another scheme': `Basic ${validToken}`,
    'a token of another pool': tokens.AccessToken,
    'an id token of another pool': tokens.IdToken,
  };
};

describe('an access token', () => {
  it('is accepted if it is valid, with and without its scheme', async () => {
    for (const scheme of ['', 'Bearer ', 'bearer ']) {
      expect((await server.send(route, {}, scheme + server.token())).status).toBe(200);
    }
  });

  it('is refused with the same 401 if it is invalid, and gives no ticket', async () => {
    const tokens = Object.entries(await forgedTokens());
    expect(tokens.length).toBeGreaterThan(35);
    const failures: string[] = [];
    for (const [name, text] of tokens) {
      for (const [target, authorization] of [
        [route, text],
        [route, `Bearer ${text}`],
        [ticketRoute, text],
      ] as const) {
        const answer = await server.send(target, {}, authorization);
        const isRight =
          answer.status === 401 && answer.body === JSON.stringify({ error: sentence });
        if (!isRight || refusalProblemsOf(answer).length > 0)
          failures.push(`${name}: ${answer.status}`);
      }
    }
    expect(failures).toEqual([]);
    expect(lureRequests).toEqual([]);
  });

  it('is refused by the user pool with one sentence if it is invalid', async () => {
    const answers = new Set<string>();
    for (const [name, AccessToken] of Object.entries(await forgedTokens())) {
      if (name === 'a token of another pool') continue;
      for (const operation of ['GetUser', 'GlobalSignOut', 'ChangePassword']) {
        const passwords = { PreviousPassword: ada.password, ProposedPassword: 'Left-horse22' };
        const change = operation === 'ChangePassword' ? passwords : {};
        const { status, body } = await pool.call(operation, { AccessToken, ...change });
        answers.add(`${status} ${body.__type} ${body.message}`);
      }
    }
    expect([...answers]).toEqual(['400 NotAuthorizedException Invalid Access Token']);
    expect((await pool.signIn(ada.email, ada.password)).status).toBe(200);
    expect(lureRequests).toEqual([]);
  });
});

describe('a WebSocket', () => {
  const knock = (ticket: string, headers: Record<string, string> = {}) =>
    sendRequest(server.port, `/ws?ticket=${encodeURIComponent(ticket)}`, {
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });

  const ticketFor = async (): Promise<string> => {
    const answer = await server.send(ticketRoute, {}, server.token());
    expect(answer.status).toBe(201);
    return JSON.parse(answer.body).ticket;
  };

  /** `$connect` on AWS, where the console's address is known. */
  const connect = (ticket: string, Origin?: string) => {
    const { db, clock } = server;
    const redeem = redeemTicket({ db, clock, channels: realtimeChannels });
    const event = {
      methodArn: 'arn:aws:execute-api:eu-west-1:111122223333:api/v1/$connect',
      headers: Origin === undefined ? {} : { Origin },
      queryStringParameters: { ticket },
    };
    const authorise = authorizeSocket(redeem, 'https://console.example');
    return authorise(event as never).then(
      ({ context }) => context?.user_id,
      (error: Error) => error.message,
    );
  };

  it('cannot be opened with a token, even a valid token, embedded and on AWS', async () => {
    const failures: string[] = [];
    for (const [name, text] of Object.entries({
      ...(await forgedTokens()),
      right: server.token(),
    })) {
      const { status } = await knock(text);
      const onAws = await connect(text);
      if (status !== 401 || onAws !== 'Unauthorized') failures.push(`${name}: ${status} ${onAws}`);
    }
    expect(failures).toEqual([]);
  });

  it('is opened by a ticket once, within its minute, for its own organisation', async () => {
    const usedTicket = await ticketFor();
    expect(await connect(usedTicket)).toBe('root@example.com');
    const expiredTicket = await ticketFor();
    server.time.now += 61_000;
    const [, secret = ''] = (await ticketFor()).split('.');
    const foreign = `${newTenant()}.${secret}`;
    for (const ticket of [usedTicket, expiredTicket, foreign, '', `${await ticketFor()}0`]) {
      const answer = await knock(ticket);
      expect(answer.status).toBe(401);
      expect(refusalProblemsOf(answer)).toEqual([]);
      expect(await connect(ticket)).toBe('Unauthorized');
    }
  });

  it.each([
    'https://elsewhere.example',
    'null',
    'http://console.example',
    'https://console.example.evil.example',
  ])('is not opened by a page of %s, whose ticket stays valid', async (origin) => {
    const ticket = await ticketFor();
    expect((await knock(ticket, { origin })).status).toBe(403);
    expect(await connect(ticket, origin)).toBe('Unauthorized');
    const { db, tenant_id } = server;
    const hash = sha256(ticket.split('.')[1] ?? '');
    expect(await ticketStore(db, tenant_id).take(hash)).toMatchObject({
      user_id: 'root@example.com',
    });
  });
});
