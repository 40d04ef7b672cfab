import { outgoing } from '#lib/engine/outgoing/request.ts';
import { specialIpv4, specialIpv6, spellings } from './addresses.ts';
import { closePeers, openHttpPeer, outgoingErrorOf, type Peer, sendRequest } from './peer.ts';

let canary: Peer;
const guarded = outgoing({ allow: [] });

beforeEach(async () => {
  canary = await openHttpPeer(() => ({ status: 200, body: 'inner secret' }));
});

afterEach(closePeers);

const kindOf = async (url: string) =>
  `${url} ${(await outgoingErrorOf(sendRequest(guarded, { url }))).kind}`;

async function expectAllRefused(hosts: string[]) {
  const urls = hosts.flatMap((host) => [
    `http://${host}:${canary.port}/latest/meta-data`,
    `https://${host}:${canary.port}/`,
  ]);
  expect(await Promise.all(urls.map(kindOf))).toEqual(urls.map((url) => `${url} address`));
  expect(canary.connections).toBe(0);
}

describe('a call to an address that is not public, in every spelling', () => {
  it.each(Object.entries({ ...specialIpv4 }))('never reaches %s', async (_name, addresses) => {
    await expectAllRefused(addresses.flatMap(spellings));
  });

  it.each(Object.entries({ ...specialIpv6 }))('never reaches IPv6 %s', async (_name, addresses) => {
    const hosts = addresses.map((address) => `[${address}]`);
    await expectAllRefused([...hosts, ...hosts.map((host) => host.toUpperCase())]);
  });

  it('never reaches this machine by name', async () => {
    await expectAllRefused(['localhost', 'LocalHost', 'ｌｏｃａｌｈｏｓｔ', 'local%68ost']);
  });
});

describe('an invalid address', () => {
  const never = outgoing({
    allow: [],
    lookup: () => {
      throw new Error('looked up');
    },
  });

  it.each([
    ['another scheme', 'file:///etc/passwd'],
    ['another scheme', 'ftp://example.test/'],
    ['another scheme', 'gopher://127.0.0.1:6379/_FLUSHALL'],
    ['another scheme', 'data:text/plain,hi'],
    ['another scheme', 'unix:/var/run/docker.sock'],
    ['another scheme', 'javascript:alert(1)'],
    ['a user and a password', 'http://user:hidden@example.test/'],
    ['a misleading user', 'http://example.test@127.0.0.1/'],
    ['an encoded user', 'http://example.test%23@127.0.0.1/'],
    ['a line break', 'http://example.test/\r\nX-Injected: 1'],
    ['a line break in the host', 'http://exam\nple.test/'],
    ['a tab', 'http://example.test/\t'],
    ['a NUL character', 'http://example.test/\0'],
    ['a missing scheme', 'example.test/path'],
    ['a missing host', 'http://'],
    ['an IPv6 zone', 'http://[fe80::1%25eth0]/'],
    ['a host of five numbers', 'http://1.2.3.4.5/'],
    ['a number too large', 'http://4294967296/'],
    ['a number too large', 'http://127.0.0.256/'],
    ['an empty text', ''],
  ])('is refused without a lookup for %s: %j', async (_name, url) => {
    const error = await outgoingErrorOf(sendRequest(never, { url }));
    expect(error.kind).toBe('request');
    expect(error.message).not.toMatch(/hidden|passwd|Injected/);
  });
});

describe('a name that changes its addresses', () => {
  // An unassigned global unicast address: nothing here reaches a real host.
  const nowhere = '2d00::1';

  it('is looked up only once for a call', async () => {
    for (let round = 0; round < 20; round += 1) {
      const answers = [[nowhere], ['127.0.0.1']];
      let lookups = 0;
      const lookup = async () => answers[lookups++] ?? ['127.0.0.1'];
      const send = outgoing({ allow: [], lookup }, { connect: 20 });
      const call = sendRequest(send, { url: `http://rebind.test:${canary.port}/` });
      await call.catch((error: unknown) => error);
      expect(lookups).toBe(1);
    }
    expect(canary.connections).toBe(0);
  });

  it('is called at the address that its only lookup returned', async () => {
    const allowedPeer = await openHttpPeer(() => ({ status: 200, body: 'wanted' }));
    let lookups = 0;
    const lookup = async () => [lookups++ % 2 === 0 ? '127.0.0.1' : '127.0.0.2'];
    const send = outgoing({ allow: [`pinned.test:${allowedPeer.port}`], lookup });
    for (let round = 0; round < 100; round += 1) {
      lookups = 0;
      const { body } = await sendRequest(send, { url: `http://pinned.test:${allowedPeer.port}/` });
      expect([body, lookups]).toEqual(['wanted', 1]);
    }
  });

  it('is checked again at each redirect', async () => {
    const door = await openHttpPeer(() => ({
      status: 302,
      headers: { location: `http://door.test:${canary.port}/` },
    }));
    const send = outgoing({
      allow: [`door.test:${door.port}`],
      lookup: async () => ['127.0.0.1'],
    });
    const { kind } = await outgoingErrorOf(
      sendRequest(send, { url: `http://door.test:${door.port}/` }),
    );
    expect([kind, canary.connections]).toEqual(['address', 0]);
  });
});

describe('an allowed host and port', () => {
  it('allows calls to exactly this port', async () => {
    const allowed = await openHttpPeer(() => ({ status: 200, body: 'hello' }));
    const send = outgoing({ allow: [allowed.pair] });
    expect((await sendRequest(send, { url: allowed.url })).body).toBe('hello');
    expect((await outgoingErrorOf(sendRequest(send, { url: canary.url }))).kind).toBe('address');
    expect(canary.connections).toBe(0);
  });

  it('keeps the name in the Host header', async () => {
    const namedPeer = await openHttpPeer(({ headers }) => ({ status: 200, body: headers.host }));
    const pair = `Named.test:${namedPeer.port}`.toLowerCase();
    const send = outgoing({ allow: [pair], lookup: async () => ['127.0.0.1'] });
    const answer = await sendRequest(send, {
      url: `http://NAMED.test:${namedPeer.port}/a/../b?token=1#c`,
    });
    expect(answer).toMatchObject({ status: 200, body: pair, url: `http://${pair}/b` });
  });

  it('tries the next address of a name when one refuses', async () => {
    const pair = `two.test:${canary.port}`;
    const send = outgoing({ allow: [pair], lookup: async () => ['127.0.0.2', '127.0.0.1'] });
    const answer = await sendRequest(send, { url: `http://${pair}/` });
    expect(answer.status).toBe(200);
  });
});
