import { once } from 'node:events';
import { WebSocket } from 'ws';
import { apiKeyService } from '#lib/domain/api-keys/api-key.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { routeOf } from '../lambdas/gateway.ts';
import { hashKey, openServer, type Server } from './server.ts';

const world = openTestDatabase();

let server: Server;

beforeEach(async () => {
  server = await openServer(world);
});

afterEach(() => server.close());

const seconds = () => Math.floor(server.clock() / 1000);

/** A browser in which a user signed in `ago` seconds before now. */
const openBrowserSession = async (session: string, ago = 60, user = 'root@example.com') => {
  const sessionClaims = { origin_jti: session, auth_time: seconds() - ago };
  const token = server.token({ ...sessionClaims, username: user });
  const call = async (key: string, input = {}) =>
    (await server.send(routeOf(key), input, token)).status;
  const { body } = await server.send(routeOf('createTicket'), {}, token);
  const { ticket } = JSON.parse(body);
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws?ticket=${ticket}`);
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code]) => Number(code));
  return {
    token,
    call,
    closed,
    socket,
    refreshed: () => server.token({ ...sessionClaims, username: user }),
  };
};

const isOpen = ({ socket }: { socket: WebSocket }) => socket.readyState === WebSocket.OPEN;

describe('signing out everywhere', () => {
  it('ends every session of the user at once, on REST and on sockets', async () => {
    const [current, other] = [await openBrowserSession('s1'), await openBrowserSession('s2')];
    expect(await other.call('listUsers')).toBe(200);
    expect(await current.call('signOutEverywhere')).toBe(200);
    expect([await current.call('listUsers'), await other.call('listUsers')]).toEqual([401, 401]);
    expect([await current.closed, await other.closed]).toEqual([4403, 4403]);
    expect(await other.call('createTicket')).toBe(401);
  });

  it('keeps the sessions of other users', async () => {
    const [current, other] = [
      await openBrowserSession('s1'),
      await openBrowserSession('s3', 60, 'reader@example.com'),
    ];
    await current.call('signOutEverywhere');
    await current.closed;
    expect([await other.call('listUsers'), isOpen(other)]).toEqual([200, true]);
    other.socket.terminate();
  });

  it('ends every session that began within the same second', async () => {
    const [current, other] = [await openBrowserSession('s1', 0), await openBrowserSession('s2', 0)];
    await current.call('signOutEverywhere');
    expect([await current.call('listUsers'), await other.call('listUsers')]).toEqual([401, 401]);
    expect([await current.closed, await other.closed]).toEqual([4403, 4403]);
  });

  it('applies to refreshed tokens, but not to the next sign-in', async () => {
    const session = await openBrowserSession('s1');
    await session.call('signOutEverywhere');
    await session.closed;
    server.time.now += 5_000;
    const send = (token: string) => server.send(routeOf('listUsers'), {}, token);
    expect((await send(session.refreshed())).status).toBe(401);
    const nextSession = await openBrowserSession('s4', 0);
    expect(await nextSession.call('listUsers')).toBe(200);
    nextSession.socket.terminate();
  });

  it('applies to a ticket that was issued before', async () => {
    const [current, other] = [await openBrowserSession('s1'), await openBrowserSession('s2')];
    const { body } = await server.send(routeOf('createTicket'), {}, other.token);
    await current.call('signOutEverywhere');
    const { ticket } = JSON.parse(body);
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws?ticket=${ticket}`);
    const [, answer] = await once(socket, 'unexpected-response');
    expect(answer.statusCode).toBe(401);
  });

  it('keeps API keys valid, and API keys cannot sign out of a session', async () => {
    const session = await openBrowserSession('s1');
    const { db, clock, root } = server;
    const keys = apiKeyService({ db, clock, hashKey: () => hashKey });
    const { api_key_secret } = await keys.createApiKey(root, { name: 'ours', expires_on: null });
    const send = (key: string) => server.send(routeOf(key), {}, api_key_secret);
    await session.call('signOutEverywhere');
    expect((await send('listUsers')).status).toBe(200);
    expect(await send('signOut')).toMatchObject({ status: 409 });
  });
});

describe('signing out elsewhere', () => {
  it('ends all other sessions of the user at once, also for refreshed tokens', async () => {
    const [current, other] = [await openBrowserSession('s1'), await openBrowserSession('s2')];
    expect(await current.call('signOutElsewhere')).toBe(200);
    expect([await current.call('listUsers'), await other.call('listUsers')]).toEqual([200, 401]);
    expect([await other.closed, isOpen(current)]).toEqual([4403, true]);
    const { status } = await server.send(routeOf('listUsers'), {}, other.refreshed());
    expect([status, await current.call('createTicket')]).toEqual([401, 201]);
    current.socket.terminate();
  });
});

describe('signing out', () => {
  it('ends only the current session, at once', async () => {
    const [current, other] = [await openBrowserSession('s1'), await openBrowserSession('s2')];
    expect(await current.call('signOut')).toBe(200);
    expect([await current.call('listUsers'), await other.call('listUsers')]).toEqual([401, 200]);
    expect([await current.closed, isOpen(other)]).toEqual([4403, true]);
    other.socket.terminate();
  });

  it('stays in effect while a token of the session is valid, after many sign-outs', async () => {
    const first = await openBrowserSession('first');
    await first.call('signOut');
    for (let number = 0; number < 60; number += 1) {
      server.time.now += 1000;
      // oxlint-disable-next-line no-await-in-loop -- One after the other, as people do.
      const one = await openBrowserSession(`s${number}`, 0);
      one.socket.terminate();
      // oxlint-disable-next-line no-await-in-loop
      await one.call('signOut');
    }
    expect(await first.call('listUsers')).toBe(401);
  });
});

describe('the socket of a user', () => {
  const address = 'subuser@example.com';
  const profile = { name: 'Sub', country_code: '+91', phone: '5550100', readOnly: false };

  it('closes at once when the roles of the user change', async () => {
    const [root, subuser] = [
      await openBrowserSession('s1'),
      await openBrowserSession('s2', 60, address),
    ];
    const input = { user_id: address, roles: ['role_read_only'] };
    expect(await root.call('assignRoles', input)).toBe(200);
    expect(await subuser.closed).toBe(4403);
    root.socket.terminate();
  });

  it('closes at once when the user is deleted', async () => {
    const [root, subuser] = [
      await openBrowserSession('s1'),
      await openBrowserSession('s2', 60, address),
    ];
    await server.identity.createUser({
      email: address,
      name: 'Sub',
      tenantId: server.tenant_id,
      password: 'Right-horse1',
      permanent: true,
    });
    expect(await root.call('deleteUser', { user_id: address })).toBe(200);
    expect(await subuser.closed).toBe(4403);
    expect(await subuser.call('getCurrentUser')).toBe(401);
    root.socket.terminate();
  });

  it('closes at once when another user sets a new password', async () => {
    const [root, subuser] = [
      await openBrowserSession('s1'),
      await openBrowserSession('s2', 60, address),
    ];
    await server.identity.createUser({
      email: address,
      name: 'Sub',
      tenantId: server.tenant_id,
      password: 'Right-horse1',
      permanent: true,
    });
    const input = { user_id: address, ...profile, userType: 'SUBUSER', password: 'Other-horse2' };
    expect(await root.call('updateUser', input)).toBe(200);
    expect(await subuser.closed).toBe(4403);
    expect(await subuser.call('getCurrentUser')).toBe(401);
    root.socket.terminate();
  });
});

it('an open socket receives no frames after its token has expired', async () => {
  const session = await openBrowserSession('s1');
  const frames: string[] = [];
  session.socket.on('message', (data) =>
    frames.push(JSON.parse((data as Buffer).toString()).channel),
  );
  const push = (approval_id: string) =>
    server.realtime.push(server.tenant_id, 'approval_updated', { approval_id, status: 'pending' });
  await push('apr_1');
  server.time.now += 3601_000;
  await push('apr_2');
  session.socket.close();
  await session.closed;
  expect(frames.filter((channel) => channel === 'approval_updated')).toHaveLength(1);
});
