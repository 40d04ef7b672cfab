import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { selfSigned } from './certificate.ts';
import { adopt, call, closePeers, failure, rawPeer } from './peer.ts';

const known = getCACertificates('default');

afterEach(async () => {
  setDefaultCACertificates(known);
  await closePeers();
});

type Host = { certified: string; called: string; trusted: boolean; until?: number };

async function visit({ certified, called, trusted, until }: Host) {
  const identity = selfSigned(certified, until);
  if (trusted) setDefaultCACertificates([...known, identity.cert]);
  const server = createServer({ ...identity, ALPNProtocols: ['http/1.1'] }, (request, response) => {
    const { servername } = request.socket as TLSSocket;
    response.end(`${String(servername)} ${request.headers.host}`);
  });
  const { port } = await adopt(server);
  const send = outgoing({ allow: [`${called}:${port}`], lookup: async () => ['127.0.0.1'] });
  const work = call(send, { url: `https://${called}:${port}/`, headers: { Authorization: 'hid' } });
  return { port, work };
}

describe('https', () => {
  it('asks the judged address for the certificate of the name', async () => {
    const name = 'api.test';
    const { port, work } = await visit({ certified: name, called: name, trusted: true });
    expect((await work).body).toBe(`${name} ${name}:${port}`);
  });

  it('leaves a final dot of the name out of what TLS sees', async () => {
    const { work } = await visit({ certified: 'api.test', called: 'api.test.', trusted: true });
    expect((await work).body).toMatch(/^api\.test api\.test\.:/);
  });

  it.each([
    ['nobody vouches for', { certified: 'api.test', called: 'api.test', trusted: false }],
    ['is for another name', { certified: 'other.test', called: 'api.test', trusted: true }],
    ['is out of date', { certified: 'api.test', called: 'api.test', trusted: true, until: 2021 }],
    ['is not for the address', { certified: 'api.test', called: '127.0.0.1', trusted: true }],
  ])('refuses a certificate that %s', async (_name, host) => {
    const { work } = await visit(host);
    const error = await failure(work);
    expect(error.kind).toBe('connect');
    expect(error.message).toMatch(/^The secure connection to \S+ failed \(\w+\)\. Check that /);
  });

  it.each([
    ['plain http', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['noise', '\x16\x03\x01\xff\xff garbage'],
  ])('ends when the peer speaks %s instead', async (_name, bytes) => {
    const peer = await rawPeer((socket) => socket.end(bytes));
    const url = peer.url.replace('http:', 'https:');
    const error = await failure(call(outgoing({ allow: [peer.pair] }), { url }));
    expect(error.kind).toBe('connect');
  });

  it('ends when the handshake hangs', async () => {
    const peer = await rawPeer(() => {});
    const url = peer.url.replace('http:', 'https:');
    const send = outgoing({ allow: [peer.pair] }, { connect: 60 });
    const error = await failure(call(send, { url }));
    expect(error.message).toMatch(/could not be connected to within 0.06 s/);
  });
});
