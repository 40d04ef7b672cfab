import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { testConnection } from '#lib/engine/integrations/test-connection.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { openPostgres } from '#test/support/postgres-server.ts';
import { specialIpv4 } from '../outgoing/addresses.ts';
import { selfSigned } from '../outgoing/certificate.ts';
import { adoptServer, closePeers, openRawPeer } from '../outgoing/peer.ts';
import { openedOfType } from './samples.ts';

const host = 'server.example.com';
const identity = selfSigned(host);
const password = 'canary-password-01';
const login = { user: 'cloudwarden', password, database: 'app' };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await closePeers();
});

/** Tests a type whose server's name resolves to this machine, which it may call here. */
const runTest = async (
  name: string,
  port: string,
  {
    allow = [`${host}:${port}`],
    ca = identity.cert,
    address = '127.0.0.1',
    talkMs,
    ...formValues
  }: {
    allow?: string[];
    ca?: string;
    address?: string;
    password?: string;
    database?: string;
    talkMs?: number;
  } = {},
) => {
  const type = integrationTypeOf(name);
  if (!type) throw new Error(`There is no ${name}.`);
  const never = () => Promise.reject(new Error('Nothing of this is called.'));
  const dial = dialer({ allow, lookup: async () => [address] }, 500);
  const agentsOf = { list: never };
  const deps = { outgoing: never, clock: Date.now, proveRole: never, agentsOf, aws: never };
  const values = { host, port, ...login, ...formValues };
  const outcome = await testConnection(openedOfType(type, values), { ...deps, dial, ca, talkMs });
  expect(JSON.stringify(outcome)).not.toContain('canary');
  return outcome;
};

const openMailServer = async (options: SMTPServerOptions = {}) => {
  const signIns: string[] = [];
  const server = new SMTPServer({
    ...identity,
    onAuth: ({ username = '', password: sentPassword }, session, done) => {
      signIns.push(`${username} ${session.secure ? 'encrypted' : 'in the clear'}`);
      if (sentPassword === password) done(null, { user: username });
      else done(new Error(`No ${sentPassword}`));
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as { port: number };
  return { port: String(port), signIns };
};

const openDatabaseServer = async () => {
  const server = await openPostgres(identity, login);
  closers.push(server.close);
  return server;
};

/** A server that does this with every connection. */
const openRawServer = async (onConnection: (socket: Socket) => void) => {
  const { port } = await adoptServer(createServer(onConnection));
  return { port: String(port) };
};

/** Sends a byte now and then, and never a whole line. */
const writeSlowly = (socket: Socket) => {
  const timer = setInterval(() => socket.write('2'), 20);
  socket.on('close', () => clearInterval(timer));
};

/** The same inside a longer TLS record. */
const writeSlowlyEncrypted = (socket: Socket) => {
  socket.once('data', () => {
    socket.write('S');
    socket.once('data', () => {
      socket.write(Buffer.from([0x16, 3, 3, 0x40, 0]));
      writeSlowly(socket);
    });
  });
};

describe('the test of a mail server', () => {
  it('signs in after the connection is encrypted', async () => {
    const { port, signIns } = await openMailServer();
    expect(await runTest('smtp', port)).toEqual({ ok: true, connected_as: 'cloudwarden' });
    expect(signIns).toEqual(['cloudwarden encrypted']);
  });

  it('reports a wrong password', async () => {
    const { port } = await openMailServer();
    expect(await runTest('smtp', port, { password: 'canary-wrong' })).toMatchObject({
      ok: false,
      reason: `${host} does not accept "User name" and "Password". Check for a mistyped value.`,
    });
  });

  it('sends no password without encryption or to another server', async () => {
    const plainServer = await openMailServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
    });
    expect(await runTest('smtp', plainServer.port)).toMatchObject({ ok: false });
    const { port, signIns } = await openMailServer();
    const otherCa = selfSigned('other.example.com').cert;
    expect(await runTest('smtp', port, { ca: otherCa })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('no encrypted connection with a certificate valid'),
    });
    expect([...plainServer.signIns, ...signIns]).toEqual([]);
  });
});

describe('the test of a database', () => {
  it('signs in with encryption, reads a number and checks the rights of the user', async () => {
    const { port, queries } = await openDatabaseServer();
    expect(await runTest('postgres', port)).toEqual({ ok: true, connected_as: 'cloudwarden' });
    expect(queries).toEqual(['select 1', expect.stringMatching(/session_user/)]);
  });

  it.each([
    ['password', 'canary-wrong', /does not accept "User name" and "Password"/],
    ['database', 'other', /has no database of this name/],
  ])('reports a wrong %s', async (field, value, pattern) => {
    const { port } = await openDatabaseServer();
    expect(await runTest('postgres', port, { [field]: value })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(pattern),
    });
  });

  it('sends no query to a server with the certificate of another host', async () => {
    const { port, queries } = await openDatabaseServer();
    const otherCa = selfSigned('other.example.com').cert;
    const reason = expect.stringContaining('no encrypted connection with a certificate valid');
    expect(await runTest('postgres', port, { ca: otherCa })).toEqual({ ok: false, reason });
    expect(queries).toEqual([]);
  });
});

describe.each(['smtp', 'postgres'])('the sign-in of the type %s', (name) => {
  it('is not made when the name resolves to a private address', async () => {
    const peer = await openRawPeer(() => {});
    const port = String(peer.port);
    const privateAddresses = [
      ...Object.values(specialIpv4).flatMap(([first = '']) => first),
      'fd00:ec2::254',
    ];
    for (const address of privateAddresses) {
      expect(await runTest(name, port, { allow: [], address })).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/not public/),
      });
    }
    expect(peer.connections).toBe(0);
  });

  it('fails with a reason when the port is closed or speaks another protocol', async () => {
    const closed = await openRawPeer(() => {});
    await closePeers();
    expect(await runTest(name, String(closed.port))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/refused the connection\. Check the port/),
    });
    // A mail server speaks first: this one does too, but in another protocol.
    const webServer = createServer((socket) =>
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n'),
    );
    webServer.listen(0, '127.0.0.1');
    await once(webServer, 'listening');
    closers.push(() => webServer.close());
    const { port } = webServer.address() as { port: number };
    expect(await runTest(name, String(port))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^server\.example\.com .*\.$/),
    });
  });

  it.each([
    ['never sends anything', () => undefined],
    ['answers too slowly', name === 'postgres' ? writeSlowlyEncrypted : writeSlowly],
  ])('ends at its time limit when the server %s', async (_, onConnection) => {
    const { port } = await openRawServer(onConnection);
    expect(await runTest(name, port, { talkMs: 150 })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/did not answer completely within 0\.15 s\./),
    });
  });

  it('stops reading a server that never ends its greeting', async () => {
    let sentBytes = 0;
    const { port } = await openRawServer((socket) => {
      const chunk = Buffer.alloc(64 * 1024, name === 'smtp' ? '2' : 'S');
      const writeMore = () => {
        while (socket.writable && socket.write(chunk)) sentBytes += chunk.length;
      };
      socket.on('drain', writeMore);
      writeMore();
    });
    const outcome = await runTest(name, port, { talkMs: 5_000 });
    expect(outcome).toMatchObject({ ok: false });
    expect(outcome).not.toMatchObject({ reason: expect.stringContaining('within') });
    expect(sentBytes).toBeLessThan(100 * 1024 * 1024);
  });
});

it('the sign-in ends when a database sends far too much data over TLS', async () => {
  const { port } = await openRawServer((socket) => {
    socket.once('data', () => {
      socket.write('S');
      const tlsSocket = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext(identity),
      });
      tlsSocket.on('error', () => {});
      // The start of a message with a length of a gigabyte.
      tlsSocket.once('data', () => tlsSocket.write(Buffer.from([0x52, 0x40, 0, 0, 0])));
      tlsSocket.once('data', () => tlsSocket.write(Buffer.alloc(8 * 1024 * 1024)));
    });
  });
  expect(await runTest('postgres', port, { talkMs: 5_000 })).toMatchObject({
    ok: false,
    reason: `${host} sent far more data than expected. Check the name and the port.`,
  });
});
