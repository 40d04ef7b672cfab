import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { selfSigned } from '../outgoing/certificate.ts';
import { adoptServer, closePeers, openHttpPeer, openRawPeer, type Peer } from '../outgoing/peer.ts';
import { nodeWorld, now } from './node-world.ts';

afterEach(closePeers);

/** Milliseconds: `short` ends a peer that never finishes soon, `long` gives others enough time. */
const short = { connect: 20_000, total: 250 };
const long = { connect: 20_000, total: 20_000 };
const ok = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`;

const writeEndlessly = (socket: Socket, bytes: Buffer) => {
  const writeMore = () => {
    while (socket.write(bytes));
  };
  socket.on('drain', writeMore);
  writeMore();
};

const writeSlowly = (socket: Socket) => {
  socket.write(ok('content-length: 500'));
  const timer = setInterval(() => socket.write('x'), 10);
  socket.on('close', () => clearInterval(timer));
};

const openClosedPeer = async (): Promise<Peer> => {
  const peer = await openRawPeer(() => {});
  await closePeers();
  return peer;
};

const openBadTlsPeer = async (): Promise<Peer> => {
  const peer = await adoptServer(createServer(selfSigned('localhost')));
  return { ...peer, url: peer.url.replace('http:', 'https:') };
};

const openAnsweringPeer = (status: number, headers: Record<string, string> = {}) =>
  openHttpPeer(() => ({ status, headers, body: 'no' }));

const gzipBomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

type Retry = 'no' | number | undefined;

/** GitHub's headers when no request is left until then (seconds since the epoch). */
const usedUpLimit = (reset: string) => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': reset,
});

const isEndless = (pattern: RegExp): boolean => pattern.source.includes('within');

const retryOf = (outcome: object): unknown => ('retry' in outcome ? outcome.retry : undefined);

/** The kinds of bad peers, and what each means for a retry. */
const badPeers: [string, () => Promise<Peer>, RegExp, Retry][] = [
  ['refuses the connection', openClosedPeer, /refused the connection\. Check the port/, undefined],
  [
    'resets the connection',
    () => openRawPeer((s) => s.resetAndDestroy()),
    /closed the connection/,
    undefined,
  ],
  [
    'never answers',
    () => openRawPeer(() => {}),
    /did not answer completely within 0\.25 s/,
    undefined,
  ],
  [
    'answers too slowly',
    () => openRawPeer(writeSlowly),
    /did not answer completely within 0\.25 s/,
    undefined,
  ],
  ['answers 500', () => openAnsweringPeer(500), /answered with status 500\./, undefined],
  ['answers 429', () => openAnsweringPeer(429, { 'retry-after': '7' }), /with status 429\./, 7000],
  ['has a bad certificate', openBadTlsPeer, /The secure connection to .* failed/, undefined],
  [
    'sends an endless answer',
    () =>
      openRawPeer((s) => {
        s.write(ok('content-type: text/plain'));
        writeEndlessly(s, Buffer.alloc(64 * 1024, 'a'));
      }),
    /larger than 1024 KiB/,
    'no',
  ],
  [
    'sends a gzip bomb',
    () =>
      openRawPeer((s) => {
        s.write(ok('content-encoding: gzip'));
        writeEndlessly(s, gzipBomb);
      }),
    /larger than 1024 KiB/,
    'no',
  ],
  [
    'sends a huge header',
    () => openRawPeer((s) => s.write(ok(`x: ${'a'.repeat(16 * 1024)}`))),
    /more headers than a bot accepts/,
    'no',
  ],
  [
    'redirects in a circle',
    () => openAnsweringPeer(302, { location: '/again' }),
    /redirected more than 5 times/,
    'no',
  ],
  [
    'sends less than it announced',
    () => openRawPeer((s) => s.end(`${ok('content-length: 500')}hi`)),
    /was closed before its answer was complete/,
    undefined,
  ],
];

describe('an HTTP request node with a faulty peer', () => {
  it.each(badPeers)(
    'fails with a clear error when the peer %s',
    async (_, openPeer, pattern, retry) => {
      const peer = await openPeer();
      const world = nodeWorld({ allow: [peer.pair], bounds: isEndless(pattern) ? short : long });
      const outcome = await world.perform('http_request', { url: `${peer.url}/path?token=hidden` });
      expect(outcome).toMatchObject({ type: 'failed', error: expect.stringMatching(pattern) });
      expect(outcome).not.toMatchObject({ error: expect.stringContaining('hidden') });
      expect(retryOf(outcome)).toBe(retry);
    },
  );
});

describe('the retry of a failed HTTP request', () => {
  it.each<[number, Retry]>([
    [400, 'no'],
    [401, 'no'],
    [403, 'no'],
    [404, 'no'],
    [409, 'no'],
    [422, 'no'],
    [408, undefined],
    [425, undefined],
    [429, undefined],
    [500, undefined],
    [502, undefined],
    [503, undefined],
    [504, undefined],
  ])('depends on the status: %i gives %s', async (status, retry) => {
    const peer = await openAnsweringPeer(status);
    const world = nodeWorld({ allow: [peer.pair] });
    const outcome = await world.perform('http_request', { url: peer.url });
    expect(outcome).toMatchObject({ type: 'failed', output: { status } });
    expect(retryOf(outcome)).toBe(retry);
  });

  const soon = String(now / 1000 + 90);

  it.each<[string, number, Record<string, string>, string, Retry]>([
    ['GitHub with no request left', 403, usedUpLimit(soon), 'no', 90_000],
    ['GitHub with the header Retry-After', 403, { 'retry-after': '60' }, 'no', 60_000],
    [
      'GitHub with its secondary limit in the body',
      403,
      {},
      'You have exceeded a secondary rate limit.',
      undefined,
    ],
    [
      'Google Cloud in a list of errors',
      403,
      {},
      '{"errors": [{"reason": "rateLimitExceeded"}]}',
      undefined,
    ],
    ['Google Cloud in one reason', 403, {}, '{"reason": "RATE_LIMIT_EXCEEDED"}', undefined],
    ['Google Cloud per day', 403, {}, '{"reason": "dailyLimitExceeded"}', 'no'],
    ['Okta', 429, { 'x-rate-limit-reset': soon }, 'no', 90_000],
    ['a service that counts in seconds', 429, { 'x-ratelimit-reset': '12' }, 'no', 12_000],
    [
      'a service whose limit has already been reset',
      429,
      { 'x-ratelimit-reset': '1700000000' },
      'no',
      undefined,
    ],
    [
      'a service with requests left, which misses a right',
      403,
      { 'x-ratelimit-remaining': '7' },
      'no',
      'no',
    ],
  ])('respects the rate limit of %s', async (_, status, headers, body, retry) => {
    const peer = await openHttpPeer(() => ({ status, headers, body }));
    const world = nodeWorld({ allow: [peer.pair] });
    const outcome = await world.perform('http_request', { url: peer.url });
    expect(outcome).toMatchObject({ type: 'failed', output: { status } });
    expect(retryOf(outcome)).toBe(retry);
  });

  it.each<[string, Retry]>([
    ['0', undefined],
    ['1', 1000],
    ['120', 120_000],
    ['999999999', 24 * 3600_000],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
  ])('waits as the header Retry-After says: %s', async (header, retry) => {
    const peer = await openAnsweringPeer(503, { 'retry-after': header });
    const outcome = await nodeWorld({ allow: [peer.pair] }).perform('http_request', {
      url: peer.url,
    });
    expect(retryOf(outcome)).toBe(retry);
  });

  it.each([
    ['http://169.254.169.254/latest', /not public/],
    ['ftp://example.com/', /does not start with http/],
    ['https://user:pass@example.com/', /user name or password/],
    ['nowhere', /not a valid URL/],
  ])('is not made for the refused address %s', async (url, pattern) => {
    const outcome = await nodeWorld().perform('http_request', { url });
    expect(outcome).toMatchObject({ error: expect.stringMatching(pattern), retry: 'no' });
  });
});

describe('a dry run of an HTTP request', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('describes a %s but does not send it', (method) => {
    const url = 'https://api.example.com/hosts/1?key=hidden';
    const outcome = nodeWorld().begin('http_request', { url, method });
    const effectText = `call ${method} https://api.example.com/hosts/1`;
    expect(outcome).toMatchObject({
      pretend: { output: { dry_run: true, would: effectText }, handle: 'next' },
    });
  });

  it.each(['GET', 'HEAD'])('sends a %s request because it changes nothing', (method) => {
    const outcome = nodeWorld().begin('http_request', { url: 'https://a.example/', method });
    expect(outcome).not.toHaveProperty('pretend');
  });
});
