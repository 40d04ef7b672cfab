import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { closePeers, openHttpPeer, sendRequest } from './peer.ts';

afterEach(closePeers);

const text = 'Grüße, 世界 '.repeat(50);
const read = async (headers: Record<string, string>, body: Buffer | string) => {
  const peer = await openHttpPeer(() => ({ status: 200, headers, body }));
  return sendRequest(outgoing({ allow: [peer.pair] }), { url: peer.url });
};

describe('the body of an answer', () => {
  it.each([
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['X-GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
  ])('is decoded from %s (case %#)', async (coding, body) => {
    expect((await read({ 'content-encoding': coding }, body)).body).toBe(text);
  });

  it('may be empty even with a content encoding', async () => {
    expect((await read({ 'content-encoding': 'gzip' }, '')).body).toBe('');
  });

  it('is empty in the answer to HEAD', async () => {
    const peer = await openHttpPeer(() => ({
      status: 200,
      headers: { 'content-length': '5000000' },
    }));
    const answer = await sendRequest(outgoing({ allow: [peer.pair] }), {
      method: 'head',
      url: peer.url,
    });
    expect([answer.body, peer.seen[0]?.method]).toEqual(['', 'HEAD']);
  });

  it('is decoded in its charset, otherwise as UTF-8 without a byte order mark', async () => {
    const latin1 = { 'content-type': 'text/plain; charset="ISO-8859-1"' };
    expect((await read(latin1, Buffer.from('Grüße', 'latin1'))).body).toBe('Grüße');
    const marked = await read({ 'content-type': 'text/plain; charset=unheard-of' }, '\ufeff{}');
    expect(marked.body).toBe('{}');
  });

  it.each([
    [-1, 'read'],
    [0, 'read'],
    [1, 'too large'],
  ])('is limited: the limit plus %d bytes is %s', async (extraBytes, verdict) => {
    const body = Buffer.alloc(1024 * 1024 + extraBytes, 'a');
    for (const coding of ['identity', 'gzip']) {
      const bytes = coding === 'gzip' ? gzipSync(body) : body;
      const outcome = await read({ 'content-encoding': coding }, bytes).then(
        (answer) => (answer.body.length === body.length ? 'read' : 'cut'),
        (error) => error.kind,
      );
      expect(outcome).toBe(verdict);
    }
  });
});
