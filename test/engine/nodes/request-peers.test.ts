import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { selfSigned } from '../outgoing/certificate.ts';
import { adopt, closePeers, httpPeer, type Peer, rawPeer } from '../outgoing/peer.ts';
import { nodeWorld, now } from './attempt.ts';

afterEach(closePeers);

/** Milliseconds: `short` ends a peer that never finishes soon, `long` gives others enough time. */
const short = { connect: 20_000, total: 250 };
const long = { connect: 20_000, total: 20_000 };
const ok = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`;

const pour = (socket: Socket, bytes: Buffer) => {
  const more = () => {
    while (socket.write(bytes));
  };
  socket.on('drain', more);
  more();
};

const drip = (socket: Socket) => {
  socket.write(ok('content-length: 500'));
  const timer = setInterval(() => socket.write('x'), 10);
  socket.on('close', () => clearInterval(timer));
};

const gone = async (): Promise<Peer> => {
  const peer = await rawPeer(() => {});
  await closePeers();
  return peer;
};

const withBadTls = async (): Promise<Peer> => {
  const peer = await adopt(createServer(selfSigned('localhost')));
  return { ...peer, url: peer.url.replace('http:', 'https:') };
};

const answering = (status: number, headers: Record<string, string> = {}) =>
  httpPeer(() => ({ status, headers, body: 'no' }));

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

type Retry = 'no' | number | undefined;

/** GitHub's headers when no request is left until then (seconds since the epoch). */
const used = (reset: string) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset });

const isEndless = (why: RegExp): boolean => why.source.includes('within');

const retryOf = (outcome: object): unknown => ('retry' in outcome ? outcome.retry : undefined);

/** The kinds of bad peers, and what each means for a retry. */
const kinds: [string, () => Promise<Peer>, RegExp, Retry][] = [
  ['refuses', gone, /refused the connection\. Check the port/, undefined],
  ['resets', () => rawPeer((s) => s.resetAndDestroy()), /closed the connection/, undefined],
  ['hangs', () => rawPeer(() => {}), /did not answer completely within 0\.25 s/, undefined],
  ['drips', () => rawPeer(drip), /did not answer completely within 0\.25 s/, undefined],
  ['answers 500', () => answering(500), /answered with status 500\./, undefined],
  ['answers 429', () => answering(429, { 'retry-after': '7' }), /with status 429\./, 7000],
  ['has a bad certificate', withBadTls, /The secure connection to .* failed/, undefined],
  [
    'never ends',
    () =>
      rawPeer((s) => {
        s.write(ok('content-type: text/plain'));
        pour(s, Buffer.alloc(64 * 1024, 'a'));
      }),
    /larger than 1024 KiB/,
    'no',
  ],
  [
    'sends a gzip bomb',
    () =>
      rawPeer((s) => {
        s.write(ok('content-encoding: gzip'));
        pour(s, bomb);
      }),
    /larger than 1024 KiB/,
    'no',
  ],
  [
    'sends a huge header',
    () => rawPeer((s) => s.write(ok(`x: ${'a'.repeat(16 * 1024)}`))),
    /more headers than a bot accepts/,
    'no',
  ],
  [
    'redirects in a circle',
    () => answering(302, { location: '/again' }),
    /redirected more than 5 times/,
    'no',
  ],
  [
    'sends less than it announced',
    () => rawPeer((s) => s.end(`${ok('content-length: 500')}hi`)),
    /was closed before its answer was complete/,
    undefined,
  ],
];

describe('a request node whose peer', () => {
  it.each(kinds)('%s fails with a sentence, within its limits', async (_, open, why, retry) => {
    const peer = await open();
    const world = nodeWorld({ allow: [peer.pair], bounds: isEndless(why) ? short : long });
    const outcome = await world.perform('http_request', { url: `${peer.url}/path?token=hidden` });
    expect(outcome).toMatchObject({ type: 'failed', error: expect.stringMatching(why) });
    expect(outcome).not.toMatchObject({ error: expect.stringContaining('hidden') });
    expect(retryOf(outcome)).toBe(retry);
  });
});

describe('what can be tried again', () => {
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
  ])('after %i', async (status, retry) => {
    const peer = await answering(status);
    const world = nodeWorld({ allow: [peer.pair] });
    const outcome = await world.perform('http_request', { url: peer.url });
    expect(outcome).toMatchObject({ type: 'failed', output: { status } });
    expect(retryOf(outcome)).toBe(retry);
  });

  const soon = String(now / 1000 + 90);

  it.each<[string, number, Record<string, string>, string, Retry]>([
    ['GitHub, whose limit is used up', 403, used(soon), 'no', 90_000],
    ['GitHub, that asks for a pause', 403, { 'retry-after': '60' }, 'no', 60_000],
    ['GitHub, that says so', 403, {}, 'You have exceeded a secondary rate limit.', undefined],
    ['Google Cloud', 403, {}, '{"errors": [{"reason": "rateLimitExceeded"}]}', undefined],
    ['Google Cloud', 403, {}, '{"reason": "RATE_LIMIT_EXCEEDED"}', undefined],
    ['Google Cloud, by the day', 403, {}, '{"reason": "dailyLimitExceeded"}', 'no'],
    ['Okta', 429, { 'x-rate-limit-reset': soon }, 'no', 90_000],
    ['whoever counts the seconds', 429, { 'x-ratelimit-reset': '12' }, 'no', 12_000],
    ['whoever has begun anew', 429, { 'x-ratelimit-reset': '1700000000' }, 'no', undefined],
    ['whoever sees a right missing', 403, { 'x-ratelimit-remaining': '7' }, 'no', 'no'],
  ])('after too many requests: %s', async (_, status, headers, body, retry) => {
    const peer = await httpPeer(() => ({ status, headers, body }));
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
  ])('and when, as Retry-After says: %s', async (header, retry) => {
    const peer = await answering(503, { 'retry-after': header });
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
  ])('not where the address itself is refused: %s', async (url, why) => {
    const outcome = await nodeWorld().perform('http_request', { url });
    expect(outcome).toMatchObject({ error: expect.stringMatching(why), retry: 'no' });
  });
});

describe('a dry run', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('would %s, and does not', (method) => {
    const url = 'https://api.example.com/hosts/1?key=hidden';
    const begun = nodeWorld().begin('http_request', { url, method });
    const would = `call ${method} https://api.example.com/hosts/1`;
    expect(begun).toMatchObject({ pretend: { output: { dry_run: true, would }, handle: 'next' } });
  });

  it.each(['GET', 'HEAD'])('does %s: it changes nothing', (method) => {
    const begun = nodeWorld().begin('http_request', { url: 'https://a.example/', method });
    expect(begun).not.toHaveProperty('pretend');
  });
});
