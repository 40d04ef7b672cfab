import { generateKey } from '#lib/domain/api-keys/api-key.rules.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openStaff, type Staff } from './staff.ts';

const world = openTestDatabase();

/** A user who made two keys while permitted to. */
const openOwner = async () => {
  const staff = await openStaff(world);
  const making = await staff.role('Making-Keys', 'api_key', 'create_api_key');
  const user_id = await staff.hire('ada', { roles: [making] });
  for (const name of ['CI', 'Laptop']) {
    const response = await staff.as('ada')('createApiKey', { name, expires_on: null });
    expect(response.status).toBe(201);
  }
  return { ...staff, user_id };
};

const keysOf = async ({ db, tenant_id }: Staff, user_id: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of apiKeyStore(db, tenant_id).ownedBy(user_id)) names.push(name);
  return names.toSorted();
};

const record = async (staff: Staff, action: string) => {
  const { body } = await staff.as('root')('listAuditTrails', { action, number_of_items: 1 });
  return (body.items as object[])[0];
};

describe('API keys that a user made before losing the right', () => {
  it.each([
    ['a read-only user', { readOnly: true }],
    ['a service portal user', { userType: 'SP_USER' }],
    ['a sub-user whose role knows no keys', { roles: [] }],
  ])(
    'are listed and deleted, but not created, by %s',
    async (
      _,
      {
        roles,
        ...change
      }: {
        roles?: string[];
        readOnly?: boolean;
        userType?: string;
      },
    ) => {
      const staff = await openOwner();
      const { user_id } = staff;
      if (roles) {
        await staff.organisation.setDefaultRole('role_portal_user');
        expect((await staff.as('root')('assignRoles', { user_id, roles })).status).toBe(200);
      } else {
        const form = { name: 'Ada', country_code: '+91', phone: '5550100', userType: 'SUBUSER' };
        const changed = { ...form, readOnly: false, user_id, ...change };
        expect((await staff.as('root')('updateUser', changed)).status).toBe(200);
      }
      const { body } = await staff.as('ada')('listApiKeys');
      const [one] = body.items as { _id: string; name: string }[];
      expect(body.items).toHaveLength(2);
      const deletion = await staff.as('ada')('deleteApiKey', { api_key_id: one?._id ?? '' });
      expect(deletion.status).toBe(200);
      expect(await keysOf(staff, user_id)).toHaveLength(1);
      const creation = await staff.as('ada')('createApiKey', { name: 'More', expires_on: null });
      expect(creation.status).toBe(403);
    },
  );
});

describe('the API keys of another user', () => {
  it('are listed and deleted by ROOT users, and named in the audit trail', async () => {
    const staff = await openOwner();
    const { user_id } = staff;
    await staff.as('root')('createApiKey', { name: 'Of ROOT', expires_on: null });
    const { body } = await staff.as('root')('listUserApiKeys', { user_id });
    const names = (body.items as { name: string }[]).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['CI', 'Laptop']);
    expect(JSON.stringify(body)).not.toContain('secret');
    const { status } = await staff.as('root')('deleteUserApiKeys', { user_id });
    expect([status, await keysOf(staff, user_id)]).toEqual([200, []]);
    expect(await keysOf(staff, 'root@example.com')).toEqual(['Of ROOT']);
    expect(await record(staff, 'delete_user_api_keys')).toMatchObject({
      object_type: 'user',
      object_id: user_id,
      outcome: 'done',
      evidence: { 'API keys': expect.stringMatching(/^(CI, Laptop|Laptop, CI)$/) },
    });
    const secondDeletion = await staff.as('root')('deleteUserApiKeys', { user_id });
    expect([secondDeletion.status, secondDeletion.body]).toEqual([200, { deleted: [] }]);
  });

  it('are hidden from administrators, and not deletable by read-only ROOT users', async () => {
    const staff = await openOwner();
    const { user_id } = staff;
    await staff.hire('lead', { roles: ['role_administrator'] });
    const statusOf = async (userName: string, key: string) =>
      (await staff.as(userName)(key, { user_id })).status;
    expect(await statusOf('lead', 'listUserApiKeys')).toBe(403);
    expect(await statusOf('lead', 'deleteUserApiKeys')).toBe(403);
    expect(await statusOf('reader', 'listUserApiKeys')).toBe(200);
    expect(await statusOf('reader', 'deleteUserApiKeys')).toBe(403);
    expect(await keysOf(staff, user_id)).toEqual(['CI', 'Laptop']);
  });

  it('are not found in another organisation with a user of the same address', async () => {
    const [staff, otherStaff] = [await openOwner(), await openStaff(world)];
    const { text: _text, ...newKey } = generateKey('hashes', otherStaff.tenant_id);
    const keyFields = {
      name: 'Theirs',
      user_id: staff.user_id,
      created_at: isoTime(otherStaff.clock()),
    };
    await apiKeyStore(otherStaff.db, otherStaff.tenant_id).create({ ...keyFields, ...newKey });
    const { user_id } = staff;
    expect((await otherStaff.as('root')('deleteUserApiKeys', { user_id })).status).toBe(404);
    await staff.as('root')('deleteUserApiKeys', { user_id });
    expect(await keysOf(otherStaff, user_id)).toEqual(['Theirs']);
  });
});
