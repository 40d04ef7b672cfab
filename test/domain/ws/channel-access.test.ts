import { realtimeChannels } from '#lib/channels.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { generateKey } from '#lib/domain/api-keys/api-key.rules.ts';
import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import { roleStore } from '#lib/domain/roles/role.store.ts';
import type { User } from '#lib/domain/users/user.schema.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { allowedChannels, closeUnauthorised } from '#lib/domain/ws/listening.service.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Policies } from '#lib/kernel/caller.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { everyChannel, person } from '#test/support/people.ts';
import { openScene, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase();

const ada = 'ada@example.com';
const at = isoTime(0);

/** Ada in a separate organisation, with a console that she opens by tickets. */
const open = async (rights: Partial<User> = {}) => {
  const scene = openScene(world);
  const { db, clock, tenant_id, realtime } = scene;
  const users = userStore(db, tenant_id);
  const profile = { name: 'Ada', settings: {}, created_at: at, updated_at: at };
  const plain = { userType: 'SUBUSER' as const, readOnly: false, roles: [] };
  await users.create({ _id: ada, ...profile, ...plain, ...rights });
  const deps = { db, clock, sockets: realtime, channels: realtimeChannels };
  const redeem = redeemTicket(deps);

  const change = async (next: Partial<User>) => {
    const before = await users.get(ada);
    if (before) await users.change(before, next);
  };
  const connect = async (by: { key_id?: string; token_ends?: number } = {}) => {
    const caller = { ...person(tenant_id, ada), ...by };
    const { ticket } = await scene.tickets.createTicket(caller, {});
    const owner = await redeem(ticket);
    const closed: number[] = [];
    const frames: string[] = [];
    const socket = {
      send: (text: string) => void frames.push(JSON.parse(text).channel),
      close: (code: number) => void closed.push(code),
    };
    const detach = realtime.attach(socket, owner);
    frames.splice(0);
    return { owner, closed, frames, detach };
  };
  return { scene, users, deps, redeem, change, connect, checkConsoles: closeUnauthorised(deps) };
};

const createRole = async ({ db, tenant_id }: Scene, policies: Policies): Promise<string> => {
  const _id = 'role_ours';
  const roleFields = { _id, name: 'Ours', description: '', policies, revision: 1 };
  const creationFields = { created_at: at, updated_at: at, root_user_id: 'root@example.com' };
  await roleStore(db, tenant_id).create({ ...roleFields, ...creationFields });
  return _id;
};

describe('the channels of a console', () => {
  it('are all for ROOT users, also with read-only access', async () => {
    const { connect, change } = await open({ userType: 'ROOT' });
    expect((await connect()).owner.channels).toEqual(everyChannel);
    await change({ readOnly: true });
    expect((await connect()).owner.channels).toEqual(everyChannel);
  });

  it.each(predefinedRoles)('are those that the role $name may read', async ({ _id, policies }) => {
    const isPortal = _id === 'role_portal_user';
    const rights = isPortal ? { userType: 'SP_USER' as const } : { roles: [_id] };
    const { connect } = await open(rights);
    const allowed = (resource: string, permission: string) => {
      const rows = { ...policies.ALLOW['*'], ...policies.ALLOW[resource] };
      return '*' in rows || 'read_*' in rows || permission in rows;
    };
    const expected = everyChannel.filter((name) => {
      const { resource, permission } = realtimeChannels[name].content;
      return allowed(resource, permission);
    });
    expect((await connect()).owner.channels).toEqual(expected);
  });

  it('exclude what a role denies', async () => {
    const { scene, change, connect } = await open();
    const policies: Policies = {
      ALLOW: { '*': { 'read_*': true } },
      DENY: { approval: { read_approval: true }, bot_execution: { '*': true } },
    };
    await change({ roles: [await createRole(scene, policies)] });
    const { owner, frames } = await connect();
    expect(owner.channels).toEqual([
      'portal_run_updated',
      'portal_chat_updated',
      'inventory_execution_updated',
      'user_input_updated',
      'listener_called',
    ]);
    const { realtime, tenant_id } = scene;
    await realtime.push(tenant_id, 'approval_updated', { approval_id: 'apr_1', status: 'pending' });
    await realtime.push(tenant_id, 'user_input_updated', {
      user_input_id: 'inp_1',
      status: 'PENDING',
    });
    expect(frames).toEqual(['user_input_updated']);
  });

  it('are none for people without a role', async () => {
    const { connect } = await open();
    expect((await connect()).owner.channels).toEqual([]);
  });
});

describe('an open console', () => {
  it('stays open while its owner keeps all rights', async () => {
    const { connect, checkConsoles } = await open({ userType: 'ROOT' });
    const consoles = [await connect(), await connect(), await connect()];
    await checkConsoles();
    await checkConsoles();
    expect(consoles.map(({ closed }) => closed)).toEqual([[], [], []]);
  });

  it('costs no more database calls together with other consoles of its owner', async () => {
    const { connect, deps } = await open({ userType: 'ROOT' });
    const { db, taken } = countedDatabase(deps.db);
    const checkConsoles = closeUnauthorised({ ...deps, db });
    await connect();
    await checkConsoles();
    const { calls } = taken();
    expect(calls).toBeGreaterThan(0);
    await connect();
    await connect();
    await checkConsoles();
    expect(taken().calls).toBe(calls);
  });

  it.each<[string, Partial<User>, Partial<User>]>([
    ['loses a role', { roles: ['role_read_only'] }, { roles: [] }],
    ['gets a role', { roles: [] }, { roles: ['role_read_only'] }],
    ['is no longer ROOT', { userType: 'ROOT' }, { userType: 'SUBUSER' }],
  ])('is closed when its owner %s, and reopens with new channels', async (_, before, after) => {
    const { connect, change, checkConsoles } = await open(before);
    const { closed, detach, owner } = await connect();
    await change(after);
    await checkConsoles();
    expect(closed).toEqual([4403]);
    detach();
    const next = await connect();
    expect(next.owner.channels).not.toEqual(owner.channels);
    await checkConsoles();
    expect([closed, next.closed]).toEqual([[4403], []]);
  });

  it('is closed when its owner is deleted, and their tickets become invalid', async () => {
    const { scene, users, connect, checkConsoles, redeem } = await open({ userType: 'ROOT' });
    const caller = person(scene.tenant_id, ada);
    const { ticket } = await scene.tickets.createTicket(caller, {});
    const { closed } = await connect();
    await users.delete(ada);
    await checkConsoles();
    expect(closed).toEqual([4403]);
    expect(await statusOf(redeem(ticket))).toBe(401);
  });

  it('is closed when the API key that opened it is deleted or expires', async () => {
    const { scene, connect, checkConsoles, deps } = await open({ userType: 'ROOT' });
    const { db, tenant_id, time } = scene;
    const keys = apiKeyStore(db, tenant_id);
    const make = async (expires_at?: number) => {
      const { text: _, ...key } = generateKey('the text that keys hashes', tenant_id);
      const keyFields = { name: 'Key', user_id: ada, created_at: at };
      await keys.create({ ...key, ...keyFields, ...(expires_at !== undefined && { expires_at }) });
      return connect({ key_id: key._id });
    };
    const [deleted, ending, remaining] = [
      await make(),
      await make(time.now / 1000 + 60),
      await make(),
    ];
    expect(deleted.owner.key_id).toMatch(/^key_/);
    await keys.delete(deleted.owner.key_id ?? '');
    time.now += 61_000;
    await checkConsoles();
    expect([deleted, ending, remaining].map(({ closed }) => closed)).toEqual([[4403], [4403], []]);
    expect(await allowedChannels(deps)(deleted.owner)).toBeUndefined();
  });

  it('is closed when the token that opened it expires', async () => {
    const { scene, connect, checkConsoles } = await open({ userType: 'ROOT' });
    const { time } = scene;
    const [ending, later] = [
      await connect({ token_ends: time.now + 60_000 }),
      await connect({ token_ends: time.now + 3600_000 }),
    ];
    await checkConsoles();
    time.now += 60_000;
    await checkConsoles();
    expect([ending.closed, later.closed]).toEqual([[4403], []]);
  });

  it('is closed even if another console is slow to close', async () => {
    const { connect, deps } = await open({ userType: 'ROOT' });
    const { owner } = await connect({ token_ends: 0 });
    const quickEnded = Promise.withResolvers<void>();
    const ended: string[] = [];
    const end = async (name: string) => {
      if (name === 'slow') await quickEnded.promise;
      ended.push(name);
      quickEnded.resolve();
    };
    const sockets = {
      async *open() {
        for (const name of ['slow', 'quick']) yield { owner, end: () => end(name) };
      },
    };
    await closeUnauthorised({ ...deps, sockets })();
    expect(ended).toEqual(['quick', 'slow']);
  });

  it('stays open when the database cannot be reached', async () => {
    const { connect, deps } = await open({ userType: 'ROOT' });
    const { closed } = await connect();
    const nameOf = () => {
      throw new Error('The database is away.');
    };
    await expect(closeUnauthorised({ ...deps, db: { ...deps.db, nameOf } })()).rejects.toThrow(
      'away',
    );
    expect(closed).toEqual([]);
  });
});
