import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { selfSigned } from './certificate.ts';
import { adoptServer, closePeers, openRawPeer, outgoingErrorOf, sendRequest } from './peer.ts';

const defaultCertificates = getCACertificates('default');

afterEach(async () => {
  setDefaultCACertificates(defaultCertificates);
  await closePeers();
});

type Host = { certified: string; called: string; trusted: boolean; until?: number };

async function visit({ certified, called, trusted, until }: Host) {
  const identity = selfSigned(certified, until);
  if (trusted) setDefaultCACertificates([...defaultCertificates, identity.cert]);
  const server = createServer({ ...identity, ALPNProtocols: ['http/1.1'] }, (request, response) => {
    const { servername } = request.socket as TLSSocket;
    response.end(`${String(servername)} ${request.headers.host}`);
  });
  const { port } = await adoptServer(server);
  const send = outgoing({ allow: [`${called}:${port}`], lookup: async () => ['127.0.0.1'] });
  const work = sendRequest(send, {
    url: `https://${called}:${port}/`,
    headers: { Authorization: 'hid' },
  });
  return { port, work };
}

describe('a call over HTTPS', () => {
  it('connects to the checked address and verifies the name', async () => {
    const name = 'api.test';
    const { port, work } = await visit({ certified: name, called: name, trusted: true });
    expect((await work).body).toBe(`${name} ${name}:${port}`);
  });

  it('removes the final dot of a name for TLS', async () => {
    const { work } = await visit({ certified: 'api.test', called: 'api.test.', trusted: true });
    expect((await work).body).toMatch(/^api\.test api\.test\.:/);
  });

  it.each([
    ['is self-signed', { certified: 'api.test', called: 'api.test', trusted: false }],
    ['is for another name', { certified: 'other.test', called: 'api.test', trusted: true }],
    ['has expired', { certified: 'api.test', called: 'api.test', trusted: true, until: 2021 }],
    ['is not for the address', { certified: 'api.test', called: '127.0.0.1', trusted: true }],
  ])('refuses a certificate that %s', async (_name, host) => {
    const { work } = await visit(host);
    const error = await outgoingErrorOf(work);
    expect(error.kind).toBe('connect');
    expect(error.message).toMatch(/^The secure connection to \S+ failed \(\w+\)\. Check that /);
  });

  it.each([
    ['plain HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['random bytes', '\x16\x03\x01\xff\xff garbage'],
  ])('fails when the peer sends %s', async (_name, bytes) => {
    const peer = await openRawPeer((socket) => socket.end(bytes));
    const url = peer.url.replace('http:', 'https:');
    const error = await outgoingErrorOf(sendRequest(outgoing({ allow: [peer.pair] }), { url }));
    expect(error.kind).toBe('connect');
  });

  it('fails when the handshake never ends', async () => {
    const peer = await openRawPeer(() => {});
    const url = peer.url.replace('http:', 'https:');
    const send = outgoing({ allow: [peer.pair] }, { connect: 60 });
    const error = await outgoingErrorOf(sendRequest(send, { url }));
    expect(error.message).toMatch(/did not accept a connection within 0.06 s/);
  });
});

describe('a call that accepts any certificate', () => {
  const identity = () => selfSigned('server.test');
  const served = (answer: Parameters<typeof createServer>[1]) =>
    adoptServer(createServer({ ...identity(), ALPNProtocols: ['http/1.1'] }, answer));
  const sendTo = (...peers: { pair: string }[]) =>
    outgoing({ allow: peers.map(({ pair }) => pair) });
  const secure = ({ pair }: { pair: string }) => `https://${pair}/`;

  it('accepts a self-signed certificate only in that call', async () => {
    const peer = await served((_request, response) => response.end('hello'));
    const send = sendTo(peer);
    const url = secure(peer);
    expect((await sendRequest(send, { url, anyCertificate: true })).body).toBe('hello');
    expect((await outgoingErrorOf(sendRequest(send, { url }))).message).toMatch(
      /^The secure connection to /,
    );
    const refusal = outgoingErrorOf(sendRequest(send, { url, anyCertificate: false }));
    expect((await refusal).kind).toBe('connect');
  });

  it('checks the certificate of another server after a redirect', async () => {
    const otherServer = await served((_request, response) => response.end('not for us'));
    const peer = await served((_request, response) => {
      response.writeHead(302, { location: secure(otherServer) }).end();
    });
    const url = secure(peer);
    const error = await outgoingErrorOf(
      sendRequest(sendTo(peer, otherServer), { url, anyCertificate: true }),
    );
    expect(error.message).toContain(`The secure connection to ${otherServer.pair} failed`);
  });

  it('follows a redirect within the same server', async () => {
    const peer = await served((request, response) => {
      if (request.url === '/end') response.end('there');
      else response.writeHead(302, { location: '/end' }).end();
    });
    const answer = await sendRequest(sendTo(peer), { url: secure(peer), anyCertificate: true });
    expect(answer.body).toBe('there');
  });

  it('is still limited to public addresses', async () => {
    const peer = await served((_request, response) => response.end('inner secret'));
    const send = outgoing({ allow: [] });
    const error = await outgoingErrorOf(
      sendRequest(send, { url: secure(peer), anyCertificate: true }),
    );
    expect([error.kind, peer.connections]).toEqual(['address', 0]);
  });
});
