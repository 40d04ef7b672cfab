import { ApiError } from '#web/api/api-error.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import { impactLines } from '#web/pages/roles/impact.tsx';
import { groupsOf, toWords } from '#web/pages/roles/permission-groups.ts';
import {
  cloneFailureOf,
  creationFailureOf,
  editFailureOf,
  isDefaultRoleError,
} from '#web/pages/roles/refusals.ts';

const createPermission = (name: string, resource_type: string, description = ''): Permission => ({
  name,
  resource_type,
  description,
});

const allPermissions = [
  createPermission('update_user_roles', 'user', 'Assign roles to a user'),
  createPermission('delete_bot', 'bot', 'Delete a bot'),
  createPermission('read_bot', 'bot', 'List bots; Read a bot'),
  createPermission('read_api_key', 'api_key', 'List own API keys'),
];

describe('permissions in groups', () => {
  const visibleNames = (...args: Parameters<typeof groupsOf>) =>
    groupsOf(...args).map((group) => [group.title, ...group.visible.map(({ name }) => name)]);

  it('by resource are in alphabetical order, with read permissions first', () => {
    expect(visibleNames(allPermissions, 'resource')).toEqual([
      ['API key', 'read_api_key'],
      ['Bot', 'read_bot', 'delete_bot'],
      ['User', 'update_user_roles'],
    ]);
  });

  it('by policy are in the order read, update, delete, each with its wildcard', () => {
    expect(visibleNames(allPermissions, 'action')).toEqual([
      ['Read', 'read_api_key', 'read_bot'],
      ['Update', 'update_user_roles'],
      ['Delete', 'delete_bot'],
    ]);
    expect(groupsOf(allPermissions, 'action').map(({ line }) => line.permission)).toEqual([
      'read_*',
      'update_*',
      'delete_*',
    ]);
  });

  it.each([
    ['LIST', ['Bot', 'read_bot']],
    ['roles', ['User', 'update_user_roles']],
    ['delete bot', ['Bot', 'delete_bot']],
  ])('are found by "%s" in name and description', (search, group) => {
    expect(visibleNames(allPermissions, 'resource', search)).toContainEqual(group);
  });

  it("stay complete if the search matches the group's name", () => {
    const [completeGroup] = groupsOf(allPermissions, 'resource', ' bot ');
    expect(completeGroup).toMatchObject({ title: 'Bot', isCut: false });
    const [cutGroup] = groupsOf(allPermissions, 'resource', 'delete');
    expect(cutGroup).toMatchObject({ title: 'Bot', isCut: true });
    expect(cutGroup?.permissions).toHaveLength(2);
    expect(groupsOf(allPermissions, 'resource', 'nothing')).toEqual([]);
  });

  it('have readable names', () => {
    expect(['bot_execution', 'api_key'].map(toWords)).toEqual(['Bot execution', 'API key']);
  });
});

describe('the message of a failed change to a role', () => {
  const error = (status: number, field?: string) => new ApiError(status, 'The reason.', field);

  it.each([
    [404, 'Role Not Found', 'The reason.', true],
    [409, 'Validation Error', 'Invalid role data. The reason.', undefined],
    [400, 'Duplicate Role Name', 'The reason.', undefined],
    [500, 'Server Error', 'The reason.', undefined],
    [403, 'The role was not cloned.', 'The reason.', undefined],
    [0, 'An Unexpected error occurred. Please try again.', 'The reason.', undefined],
  ])('for a copy, status %d: %s', (status, header, content, isGone) => {
    expect(cloneFailureOf(error(status))).toEqual({ header, content, ...(isGone && { isGone }) });
  });

  it.each([
    [400, 'name', 'Role Already Exists'],
    [400, undefined, 'Role Already Exists'],
    [409, undefined, 'Role Already Exists'],
    [400, 'policies', 'The role was not created.'],
    [403, undefined, 'The role was not created.'],
    [500, undefined, 'The role was not created.'],
  ])('for a new role, status %d on %s: %s', (status, field, header) => {
    expect(creationFailureOf(error(status, field))).toEqual({ header, content: 'The reason.' });
  });

  it.each([
    [404, undefined, 'Role Not Found'],
    [400, 'name', 'Duplicate Role Name'],
    [400, 'policies', 'The role was not saved.'],
    [500, undefined, 'Server Error'],
    [409, undefined, 'The role was not saved.'],
    [403, undefined, 'The role was not saved.'],
  ])('for an edited role, status %d on %s: %s', (status, field, header) => {
    expect(editFailureOf(error(status, field))).toMatchObject({ header, content: 'The reason.' });
  });

  it('recognises an attempt to change a default role', () => {
    const detail = [{ msg: 'Default_role_edit_attempted', loc: ['role_id'] }];
    expect(isDefaultRoleError(new ApiError(403, 'No.', undefined, detail))).toBe(true);
    expect(isDefaultRoleError(error(403))).toBe(false);
  });
});

describe('the sentences about the effect of a role change on users', () => {
  const changes = (users: number, ...names: string[]) =>
    names.map((permission) => ({ permission, users }));

  it('state that no user is affected', () => {
    expect(impactLines({ users: 0, gains: [], loses: [] })).toEqual([
      'Nobody has this role, so no permissions change.',
    ]);
    expect(impactLines({ users: 1, gains: [], loses: [] })).toEqual([
      'The 1 user who holds this role can do the same as before.',
    ]);
    expect(impactLines({ users: 3, gains: [], loses: [] })).toEqual([
      'The 3 users who hold this role can do the same as before.',
    ]);
  });

  it('state losses first and group permissions by number of users', () => {
    const loses = [...changes(1, 'read_bot'), ...changes(12, 'delete_bot', 'update_bot')];
    expect(impactLines({ users: 12, loses, gains: changes(1, 'read_user') })).toEqual([
      '12 users lose delete_bot and update_bot.',
      '1 user loses read_bot.',
      '1 user gains read_user.',
    ]);
  });

  it('name at most eight permissions and count the others', () => {
    const many = Array.from({ length: 11 }, (_, at) => `read_${at}`);
    expect(impactLines({ users: 2, gains: changes(2, ...many), loses: [] })).toEqual([
      `2 users gain ${many.slice(0, 8).join(', ')} and 3 more.`,
    ]);
  });
});
