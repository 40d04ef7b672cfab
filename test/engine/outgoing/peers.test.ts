import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  outgoing,
  type OutgoingError,
  type OutgoingRequest,
} from '#lib/engine/outgoing/request.ts';
import { closePeers, openHttpPeer, openRawPeer, outgoingErrorOf, sendRequest } from './peer.ts';

afterEach(closePeers);

const KiB = 1024;
/** Milliseconds: `short` ends a peer that never finishes soon, `long` gives others enough time. */
const short = { connect: 20_000, total: 250 };
const long = { connect: 20_000, total: 20_000 };
const ok = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`;

async function requestPeer(
  respond: (socket: Socket) => void,
  request: Partial<OutgoingRequest> = {},
  bounds = short,
) {
  const peer = await openRawPeer(respond);
  return sendRequest(outgoing({ allow: [peer.pair] }, bounds), { url: peer.url, ...request });
}

function writeEvery(ms: number, socket: Socket, bytes: string | Buffer) {
  const timer = setInterval(() => socket.write(bytes), ms);
  socket.on('close', () => clearInterval(timer));
}

function writeEndlessly(socket: Socket, bytes: Buffer) {
  const pour = () => {
    while (socket.write(bytes));
  };
  socket.on('drain', pour);
  pour();
}

const gzipBomb = gzipSync(Buffer.alloc(64 * KiB * KiB));

/** Each badly behaved peer, the kind of error, and what its message says. */
const badPeers: [string, (socket: Socket) => void, string, RegExp][] = [
  [
    'resets the connection',
    (s) => s.resetAndDestroy(),
    'connect',
    /closed the connection without an answer/,
  ],
  ['closes the connection', (s) => s.end(), 'connect', /closed the connection without an answer/],
  ['never answers', () => {}, 'timeout', /did not answer completely within 0.25 s/],
  [
    'sends its body too slowly',
    (s) => {
      s.write(ok('content-length: 500'));
      writeEvery(10, s, 'x');
    },
    'timeout',
    /did not answer completely/,
  ],
  [
    'sends its headers endlessly',
    (s) => {
      s.write('HTTP/1.1 200 OK\r\n');
      writeEvery(10, s, 'x: y\r\n');
    },
    'timeout',
    /did not answer completely/,
  ],
  [
    'sends "100 Continue" endlessly',
    (s) => writeEvery(5, s, 'HTTP/1.1 100 Continue\r\n\r\n'),
    'timeout',
    /did not answer completely/,
  ],
  [
    'stops in the middle of compressed data',
    (s) => {
      s.write(ok('content-encoding: gzip\r\ncontent-length: 500'));
      s.write(gzipSync('hello').subarray(0, 12));
    },
    'timeout',
    /did not answer completely/,
  ],
  [
    'sends without end',
    (s) => {
      s.write(ok('content-type: text/plain'));
      writeEndlessly(s, Buffer.alloc(64 * KiB, 'a'));
    },
    'too large',
    /larger than 1024 KiB/,
  ],
  [
    'sends a gzip bomb',
    (s) => {
      s.write(ok('content-encoding: gzip'));
      writeEndlessly(s, gzipBomb);
    },
    'too large',
    /larger than 1024 KiB/,
  ],
  [
    'sends a huge header',
    (s) => s.write(ok(`x: ${'a'.repeat(16 * KiB)}`)),
    'too large',
    /more headers than a bot accepts/,
  ],
  [
    'sends less than it announced',
    (s) => s.end(`${ok('content-length: 500')}hi`),
    'protocol',
    /was closed before its answer was complete/,
  ],
  [
    'resets during an answer without a length',
    (s) => s.write(`${ok('content-type: text/plain')}half of a list`, () => s.resetAndDestroy()),
    'protocol',
    /was closed before its answer was complete/,
  ],
  [
    'resets during an answer with a length',
    (s) => s.write(`${ok('content-length: 500')}hi`, () => s.resetAndDestroy()),
    'protocol',
    /was closed before its answer was complete/,
  ],
  [
    'announces two lengths',
    (s) => s.end(`${ok('content-length: 2\r\ncontent-length: 3')}abc`),
    'protocol',
    /valid HTTP/,
  ],
  [
    'announces a length and chunks',
    (s) => s.end(`${ok('transfer-encoding: chunked\r\ncontent-length: 2')}0\r\n\r\n`),
    'protocol',
    /valid HTTP/,
  ],
  [
    'sends a broken chunk',
    (s) => s.end(`${ok('transfer-encoding: chunked')}5\r\nhello\r\nZZ\r\n\r\n`),
    'protocol',
    /was closed before its answer was complete/,
  ],
  [
    'cuts compressed data short',
    (s) => {
      s.write(ok('content-encoding: gzip\r\ncontent-length: 12'));
      s.end(gzipSync('hello').subarray(0, 12));
    },
    'protocol',
    /malformed \(Z_BUF_ERROR\)/,
  ],
  [
    'names the wrong compression',
    (s) => s.end(`${ok('content-encoding: br\r\ncontent-length: 5')}hello`),
    'protocol',
    /malformed/,
  ],
  [
    'uses an unknown compression',
    (s) => s.end(`${ok('content-encoding: zstd\r\ncontent-length: 5')}hello`),
    'protocol',
    /Only gzip, deflate and br/,
  ],
  [
    'switches protocols',
    (s) => s.write('HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: chat\r\n\r\n'),
    'protocol',
    /switched to another protocol/,
  ],
  ['does not use HTTP', (s) => s.end('SSH-2.0-OpenSSH_9\r\n'), 'protocol', /valid HTTP/],
];

function usedMemory(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

describe('a call to a faulty peer', () => {
  it.each(badPeers)(
    'fails with a reason when the peer %s',
    async (_name, respond, kind, pattern) => {
      const error = await outgoingErrorOf(
        requestPeer(respond, {}, kind === 'timeout' ? short : long),
      );
      expect(error.kind).toBe(kind);
      expect(error.message).toMatch(pattern);
    },
  );

  it('names the port of a peer that refuses the connection', async () => {
    const closedPeer = await openRawPeer(() => {});
    await closePeers();
    const send = outgoing({ allow: [closedPeer.pair] });
    const error = await outgoingErrorOf(
      sendRequest(send, { url: `${closedPeer.url}/path?token=hidden` }),
    );
    expect(error.kind).toBe('connect');
    expect(error.message).toBe(
      `${closedPeer.pair} refused the connection. Check the port, and that the service is running.`,
    );
  });

  it('fails within the connection time when the lookup never ends', async () => {
    const send = outgoing({ allow: [], lookup: () => new Promise(() => {}) }, { connect: 150 });
    const error = await outgoingErrorOf(sendRequest(send, { url: 'http://a/' }));
    expect(error.kind).toBe('timeout');
    expect(error.message).toMatch(/^a did not accept a connection within 0.15 s\./);
  });

  it('fails when the name of the peer is unknown', async () => {
    const lookupError = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    const send = outgoing({ allow: [], lookup: () => Promise.reject(lookupError) });
    const error = await outgoingErrorOf(sendRequest(send, { url: 'http://a.test/' }));
    expect(error.kind).toBe('connect');
    expect(error.message).toMatch(/^a.test could not be found\./);
  });

  it.each([500, 503, 429, 404, 304])('returns an answer with status %i', async (status) => {
    const peer = await openHttpPeer(() => ({ status, headers: { 'retry-after': '9' } }));
    const answer = await sendRequest(outgoing({ allow: [peer.pair] }), { url: peer.url });
    expect(answer).toMatchObject({ status, headers: { 'retry-after': '9' }, body: '' });
  });

  it('never accepts a part of an endless answer as complete', async () => {
    const [, pours] = badPeers.find(([name]) => name === 'sends without end') ?? [];
    const peer = await openRawPeer(pours ?? (() => {}));
    const send = outgoing({ allow: [peer.pair] }, short);
    const errors: OutgoingError[] = [];
    for (let timeoutMs = 2; timeoutMs < 62; timeoutMs += 3) {
      const calls = Array.from({ length: 20 }, () =>
        sendRequest(send, { url: peer.url, timeoutMs }),
      );
      errors.push(...(await Promise.all(calls.map(outgoingErrorOf))));
    }
    expect(errors.filter(({ kind }) => !['timeout', 'too large'].includes(kind))).toEqual([]);
  });

  it('uses at most 50 MB of memory for all faulty peers together', async () => {
    const before = usedMemory();
    let maxMemory = before;
    const watch = setInterval(() => (maxMemory = Math.max(maxMemory, usedMemory())), 1);
    await Promise.all(badPeers.map(([, respond]) => outgoingErrorOf(requestPeer(respond))));
    clearInterval(watch);
    expect(maxMemory - before).toBeLessThan(50e6);
  });
});

describe('the time limit of a call', () => {
  it('is shortened by the caller', async () => {
    const error = await outgoingErrorOf(requestPeer(() => {}, { timeoutMs: 30 }));
    expect(error.message).toMatch(/within 0.03 s/);
  });

  it('is not extended by the caller', async () => {
    const error = await outgoingErrorOf(requestPeer(() => {}, { timeoutMs: 60_000 }));
    expect(error.message).toMatch(/within 0.25 s/);
  });

  it.each([0, -1, Number.NaN])('is refused if it is not positive: %d', async (timeoutMs) => {
    const error = await outgoingErrorOf(requestPeer(() => {}, { timeoutMs }));
    expect(error.kind).toBe('request');
  });

  it('covers all redirects together', async () => {
    const error = await outgoingErrorOf(
      requestPeer((s) =>
        setTimeout(() => s.end('HTTP/1.1 302 Go\r\nlocation: /again\r\n\r\n'), 100),
      ),
    );
    expect(error.kind).toBe('timeout');
  });
});
