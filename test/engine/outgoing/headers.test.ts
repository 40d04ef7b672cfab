import * as fc from 'fast-check';
import { outgoing, type OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import { closePeers, openHttpPeer, outgoingErrorOf, sendRequest } from './peer.ts';

let peer: Awaited<ReturnType<typeof openHttpPeer>>;

beforeEach(async () => {
  peer = await openHttpPeer(() => ({ status: 200, body: 'ok' }));
});

afterEach(closePeers);

const send = (request: Partial<OutgoingRequest>) =>
  sendRequest(outgoing({ allow: [peer.pair] }), { url: peer.url, ...request });

async function expectRefused(request: Partial<OutgoingRequest>) {
  const error = await outgoingErrorOf(send(request));
  expect(error.kind).toBe('request');
  expect(peer.connections).toBe(0);
  return error;
}

describe('header names', () => {
  it.each([
    '',
    ' ',
    'a b',
    ' a',
    'a ',
    'a:',
    'a: b\r\nc',
    'a\r\nb',
    'a\nb',
    'a\0',
    'a\t',
    'a\x7f',
    'a\u010ab',
    'ä',
    '名前',
    '"a"',
    '(a)',
    '{a}',
    'a/b',
    'a=b',
    'a@b',
    'a,b',
    '[a]',
    '\ufeffa',
    '\u200ba',
  ])('are refused if they are not tokens: %j', async (name) => {
    await expectRefused({ headers: { [name]: 'value' } });
  });

  it.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Upgrade',
    'HTTP2-Settings',
    'Expect',
  ])('are refused if Cloudwarden sets them: %s', async (name) => {
    const error = await expectRefused({ headers: { [name]: 'x' } });
    expect(error.message).toBe(
      `The header "${name}" is set by Cloudwarden itself. Remove it from the request.`,
    );
  });

  it('are refused if given twice in different case', async () => {
    await expectRefused({ headers: { Authorization: 'a', authorization: 'b' } });
  });

  it('may be the names of object properties', async () => {
    await send({ headers: JSON.parse('{"__proto__": "a", "constructor": "b"}') });
    const { headers } = peer.seen[0] ?? {};
    expect(headers?.constructor).toBe('b');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('header values', () => {
  it.each([
    'a\r\nX-Injected: 1',
    'a\nX-Injected: 1',
    'a\rX-Injected: 1',
    'a\r\n\r\nGET /second HTTP/1.1',
    '\r\n',
    'a\0b',
    'a\tb',
    'a\x0bb',
    '\x1b[31m',
    'a\x7fb',
    'a\x85b',
    'a\u010d\u010aX-Injected: 1',
    '\u560d\u560aX-Injected: 1',
    'a\u2028b',
    'é',
    '世界',
    '😀',
    '\ud800',
  ])('are refused with control or non-ASCII characters: %j', async (value) => {
    const error = await expectRefused({ headers: { 'X-Value': value } });
    expect(error.message).not.toContain('Injected');
  });

  it.each([
    '',
    '%0d%0aX-Injected: 1',
    '\\r\\nX-Injected: 1',
    "'; DROP TABLE bots; --",
    '<script>alert(1)</script>',
    '$(reboot) `reboot` ${7*7} {{7*7}}',
    '../../etc/passwd',
    'a: b, c; d="e"',
    'x'.repeat(4000),
  ])('are sent unchanged if they are printable ASCII: %j', async (value) => {
    await send({ headers: { 'X-Value': value } });
    expect(peer.seen[0]?.headers['x-value']).toBe(value);
    expect(peer.seen[0]?.headers).not.toHaveProperty('x-injected');
  });
});

describe('a random header', () => {
  it('is refused or arrives as exactly one header', async () => {
    const defaultHeaders = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string());
    await fc.assert(
      fc.asyncProperty(text, text, async (name, value) => {
        // The peer's parser cannot hold this name.
        fc.pre(name !== '__proto__');
        peer.seen.length = 0;
        const outcome = await send({ headers: { [name]: value } }).then(
          () => 'sent',
          (error) => error.kind,
        );
        if (outcome === 'request') return expect(peer.seen).toEqual([]);
        expect(peer.seen).toHaveLength(1);
        const names = Object.keys(peer.seen[0]?.headers ?? {});
        const lowerName = name.toLowerCase();
        expect(names.filter((key) => !defaultHeaders.includes(key) && key !== lowerName)).toEqual(
          [],
        );
        return expect(peer.seen[0]?.headers[lowerName]).toBe(value.trim());
      }),
      { numRuns: 150 },
    );
  });
});

describe('an outgoing request', () => {
  it.each([
    '',
    'GE T',
    'GET\r\n',
    'GET /x HTTP/1.1\r\nA: b\r\n\r\nGET',
    'CONNECT',
    'trace',
    'TRACK',
  ])('refuses the method %j', async (method) => {
    await expectRefused({ method });
  });

  it('keeps a line break in its address encoded', async () => {
    await send({ url: `${peer.url}/a%0d%0aX-Injected:%201?b=%0d%0a` });
    expect(peer.seen[0]?.path).toBe('/a%0d%0aX-Injected:%201?b=%0d%0a');
    expect(peer.seen).toHaveLength(1);
  });

  it('sends its body with the length in bytes over its own connection', async () => {
    await send({ method: 'post', body: 'Grüße' });
    await send({ method: 'DELETE' });
    expect(peer.seen[0]).toMatchObject({
      method: 'POST',
      body: 'Grüße',
      headers: { 'content-length': '7', connection: 'close', 'user-agent': 'Cloudwarden' },
    });
    expect(peer.connections).toBe(2);
  });
});
