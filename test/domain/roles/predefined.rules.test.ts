import { faultIn } from '#lib/domain/roles/conflict.rules.ts';
import { findPredefinedRole, predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import { role } from '#lib/domain/roles/role.schema.ts';
import { permissions } from '#lib/permissions.ts';
import { everyPermission, heldPermissions, permissionKey } from './oracle.ts';

const permissionsOf = (id: string) => {
  const found = findPredefinedRole(id);
  if (!found) throw new Error(`There is no role ${id}.`);
  const permissionKeys = heldPermissions([found]);
  return everyPermission.filter((one) => permissionKeys.has(permissionKey(one)));
};

const writePermissionsOf = (id: string) =>
  permissionsOf(id).filter(({ permission }) => !permission.startsWith('read_'));

describe('a predefined role', () => {
  it.each(predefinedRoles)('has policies valid in custom roles: $name', ({ name, policies }) => {
    expect(faultIn(policies, permissions)).toBe(undefined);
    expect(role.shape.policies.parse(policies)).toEqual(policies);
    expect(name).toMatch(/^[A-Z][A-Za-z-]+[a-z]$/);
  });

  it('has a unique name and id', () => {
    expect(new Set(predefinedRoles.map(({ name }) => name)).size).toBe(5);
    expect(new Set(predefinedRoles.map(({ _id }) => _id)).size).toBe(5);
    for (const id of ['__proto__', 'toString', '']) expect(findPredefinedRole(id)).toBe(undefined);
  });

  it('gives every permission to administrators', () => {
    expect(permissionsOf('role_administrator')).toEqual(everyPermission);
  });

  it('lets readers see everything, and change only their own API keys', () => {
    expect(writePermissionsOf('role_read_only').map(({ resource }) => resource)).toEqual([
      'api_key',
    ]);
    const readPermissions = everyPermission.filter(({ permission }) =>
      permission.startsWith('read_'),
    );
    expect(permissionsOf('role_read_only')).toEqual(expect.arrayContaining(readPermissions));
  });

  it('lets only administrators manage users and roles', () => {
    for (const { _id } of predefinedRoles) {
      const adminPermissions = writePermissionsOf(_id).filter(({ resource }) =>
        ['user', 'role'].includes(resource),
      );
      expect(adminPermissions.length > 0).toBe(_id === 'role_administrator');
    }
  });

  it('lets approvers and portal users change no bots or integrations', () => {
    for (const id of ['role_approver', 'role_bot_author']) {
      const inventory = permissionsOf(id).filter(({ resource }) => resource === 'inventory');
      expect(inventory.map(({ permission }) => permission)).toEqual(['read_inventory']);
    }
    for (const id of ['role_approver', 'role_portal_user']) {
      const writableTypes = writePermissionsOf(id).map(({ resource }) => resource);
      expect(writableTypes).not.toContain('bot');
      expect(writableTypes).not.toContain('integration');
    }
    expect(permissionsOf('role_portal_user').map(({ resource }) => resource)).not.toContain('bot');
  });
});
