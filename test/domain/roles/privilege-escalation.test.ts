import { eventOf, everyRoute, openTestApi, routeOf, type Values } from '../../lambdas/gateway.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene } from '../scene.ts';
import { openOrganisation } from './organisation.ts';
import { policiesOf } from './policy-text.ts';

const world = openTestDatabase();

const staff = ['ALLOW role: *', 'ALLOW user: *', 'ALLOW api_key: *', 'ALLOW bot: read_*'];

/** Mallory manages users and roles, and sees bots; others have more rights. */
const openMalloryScene = async () => {
  const scene = openScene(world);
  const api = await openTestApi(scene);
  const organisation = openOrganisation(scene);
  const { role, user } = organisation;
  await role('Staff', ...staff);
  await role('Bound', 'DENY integration: *');
  await role('Bigger', 'ALLOW bot: *');
  await role('Everyday', 'ALLOW listener: *');
  await role('Everything', 'ALLOW *: *');
  await scene.roles.setDefaultRole(scene.root, { default_role_id: 'role_everyday' });
  const mallory = await user('mallory', ['role_staff', 'role_bound']);
  const email = await user('ada', ['role_bigger']);
  const account = { email, name: 'ada', tenantId: scene.tenant_id, password: 'Right-horse1' };
  await scene.identity.createUser({ ...account, permanent: true });
  await user('bob', ['role_staff']);
  await user('rita', ['role_everything'], { readOnly: true });
  const key = await scene.apiKeys.createApiKey(await organisation.callerOf(mallory), {
    name: 'Mine',
    expires_on: null,
  });
  const call = (callerName: string, name: string, input: Values) => {
    const [user_id, authMethod] = callerName.split(' by ');
    const { area } = everyRoute.find((one) => one.key === name) ?? {};
    if (!area) throw new Error(`There is no route ${name}.`);
    const by = authMethod === 'key' ? { key_id: key._id } : {};
    const proof = api.proofOf('root', { user_id: `${user_id}@example.com`, ...by });
    return api.send(area, eventOf(routeOf(name), input, proof));
  };
  return { call, organisation, key };
};

const roleInput = (name: string, ...rows: string[]): Values => ({
  name,
  description: name,
  policies: policiesOf(...rows),
});

const change = (role_id: string, ...rows: string[]): Values => ({
  role_id,
  base_revision: 1,
  ...roleInput('Changed', ...rows),
});

const details = { name: 'Eve', country_code: '+91', phone: '987654321', readOnly: false };

const userInput = (userType: string, roles: string[] = []): Values => ({
  ...details,
  email: 'eve@example.com',
  password: 'Right-horse1',
  userType,
  roles,
});

const userForm = (name: string, userType: string, overrides: Values = {}): Values => ({
  user_id: `${name}@example.com`,
  ...details,
  userType,
  ...overrides,
});

const assignForm = (name: string, ...roles: string[]): Values => ({
  user_id: `${name}@example.com`,
  roles,
});

type Attempt = [name: string, who: string, route: string, input: Values];

/** Ways to more rights that are open to ROOT. */
const attempts: Attempt[] = [
  [
    'adds to their own role',
    'mallory',
    'updateRole',
    change('role_staff', ...staff, 'ALLOW bot: *'),
  ],
  ['makes their own role everything', 'mallory', 'updateRole', change('role_staff', 'ALLOW *: *')],
  [
    'widens a wildcard of their own role',
    'mallory',
    'updateRole',
    change('role_staff', ...staff, 'ALLOW *: read_*'),
  ],
  [
    'adds to a role that a friend has',
    'mallory',
    'updateRole',
    change('role_bigger', 'ALLOW bot: *', 'ALLOW integration: *'),
  ],
  [
    'adds to the role that everybody has',
    'mallory',
    'updateRole',
    change('role_everyday', 'ALLOW listener: *', 'ALLOW bot: create_bot'),
  ],
  [
    'lifts what their own role denies',
    'mallory',
    'updateRole',
    change('role_bound', 'DENY integration: delete_*'),
  ],
  ['makes a role', 'mallory', 'createRole', roleInput('Mine', 'ALLOW bot: delete_bot')],
  ['makes a role of a wildcard', 'mallory', 'createRole', roleInput('Mine', 'ALLOW *: write_*')],
  ['copies Administrator', 'mallory', 'cloneRole', { role_id: 'role_administrator' }],
  ['copies a role of others', 'mallory', 'cloneRole', { role_id: 'role_bigger' }],
  [
    'makes Administrator the default',
    'mallory',
    'setDefaultRole',
    { default_role_id: 'role_administrator' },
  ],
  [
    'makes a bigger role the default',
    'mallory',
    'setDefaultRole',
    { default_role_id: 'role_bigger' },
  ],
  [
    'takes Administrator',
    'mallory',
    'assignRoles',
    assignForm('mallory', 'role_staff', 'role_bound', 'role_administrator'),
  ],
  ['takes a bigger role', 'mallory', 'assignRoles', assignForm('mallory', 'role_bigger')],
  ['takes the default for their own roles', 'mallory', 'assignRoles', assignForm('mallory')],
  ['drops the role that denies', 'mallory', 'assignRoles', assignForm('mallory', 'role_staff')],
  ['gives a friend more', 'mallory', 'assignRoles', assignForm('subuser', 'role_bigger')],
  [
    'takes a bigger role by a key',
    'mallory by key',
    'assignRoles',
    assignForm('mallory', 'role_bigger'),
  ],
  [
    'copies Administrator by a key',
    'mallory by key',
    'cloneRole',
    { role_id: 'role_administrator' },
  ],
  [
    'makes a user with a bigger role',
    'mallory',
    'createUser',
    userInput('SUBUSER', ['role_bigger']),
  ],
  ['makes a user with the default role', 'mallory', 'createUser', userInput('SUBUSER')],
  ['makes a portal user', 'mallory', 'createUser', userInput('SP_USER')],
  ['makes a ROOT user', 'mallory', 'createUser', userInput('ROOT')],
  ['becomes ROOT', 'mallory', 'updateUser', userForm('mallory', 'ROOT')],
  ['makes a friend ROOT', 'mallory', 'updateUser', userForm('bob', 'ROOT')],
  [
    'sets the password of another user',
    'mallory',
    'updateUser',
    userForm('ada', 'SUBUSER', { password: 'Right-horse1' }),
  ],
  ['deletes another user', 'mallory', 'deleteUser', { user_id: 'reader@example.com' }],
  ['gives themselves full access', 'rita', 'updateUser', userForm('rita', 'SUBUSER')],
  ['makes a role, read only', 'rita', 'createRole', roleInput('Mine', 'ALLOW bot: read_bot')],
  ['gives roles, read only', 'rita', 'assignRoles', assignForm('bob', 'role_everything')],
  ['makes a role from the portal', 'portal', 'createRole', roleInput('Mine', 'ALLOW bot: *')],
  ['leaves the portal', 'portal', 'updateUser', userForm('portal', 'SUBUSER')],
  [
    'takes roles while holding none',
    'subuser',
    'assignRoles',
    assignForm('subuser', 'role_bigger'),
  ],
];

describe('gaining permissions that the caller does not hold', () => {
  it.each(attempts)('refuses a caller who %s (%s)', async (_, callerName, route, input) => {
    const { call, organisation } = await openMalloryScene();
    const before = await organisation.rights();
    const { status, body } = await call(callerName, route, input);
    expect([status, body]).toEqual([403, { error: expect.stringMatching(/ROOT/) }]);
    expect(await organisation.rights()).toEqual(before);
  });

  it.each(attempts)('allows a ROOT user who %s', async (_name, _who, route, input) => {
    const { call } = await openMalloryScene();
    expect((await call('root', route, input)).status).toBeLessThan(300);
  });
});

describe('changes that nobody may make', () => {
  const forbiddenChanges: [name: string, status: number, route: string, input: Values][] = [
    ['change a predefined role', 403, 'updateRole', change('role_read_only', 'ALLOW *: *')],
    ['delete a predefined role', 403, 'deleteRole', { role_id: 'role_portal_user' }],
    ['delete the role that denies them something', 409, 'deleteRole', { role_id: 'role_bound' }],
    ['delete the default role', 409, 'deleteRole', { role_id: 'role_everyday' }],
    [
      'grant a permission of ROOT users by a role',
      400,
      'createRole',
      roleInput('Mine', 'ALLOW user: update_user'),
    ],
    ['own a predefined role', 400, 'createRole', { ...roleInput('Mine'), root_user_id: null }],
    ['give roles to ROOT', 400, 'assignRoles', assignForm('root', 'role_bigger')],
    ['give roles to people of the portal', 400, 'assignRoles', assignForm('portal', 'role_bigger')],
    ['give a role that does not exist', 400, 'assignRoles', assignForm('bob', 'role_none')],
    ['give a role without an id', 400, 'assignRoles', assignForm('bob', '')],
    ['set roles with their own details', 400, 'updateCurrentUser', { roles: ['role_bigger'] }],
    ['set full access with their own details', 400, 'updateCurrentUser', { readOnly: false }],
    [
      'make an API key for another user',
      400,
      'createApiKey',
      { name: 'Mine', expires_on: null, user_id: 'ada@example.com' },
    ],
    [
      'make an API key of another kind',
      400,
      'createApiKey',
      { name: 'Mine', expires_on: null, entity_type: 'agent' },
    ],
  ];

  it.each(forbiddenChanges)(
    'are refused even to ROOT: to %s (%i)',
    async (_, status, route, input) => {
      const { call, organisation } = await openMalloryScene();
      const before = await organisation.rights();
      for (const callerName of ['mallory', 'root']) {
        expect((await call(callerName, route, input)).status).toBe(status);
      }
      expect(await organisation.rights()).toEqual(before);
    },
  );

  it('include deleting the API key of another user', async () => {
    const { call, key } = await openMalloryScene();
    for (const callerName of ['bob', 'root']) {
      expect((await call(callerName, 'deleteApiKey', { api_key_id: key._id })).status).toBe(404);
    }
    expect((await call('mallory', 'deleteApiKey', { api_key_id: key._id })).status).toBe(200);
  });
});

describe('granting permissions that the caller holds', () => {
  const permittedGrants: Attempt[] = [
    ['makes such a role', 'mallory', 'createRole', roleInput('Mine', 'ALLOW bot: read_bot')],
    ['makes a role that denies', 'mallory', 'createRole', roleInput('Mine', 'DENY *: *')],
    ['takes from a role', 'mallory', 'updateRole', change('role_bigger', 'ALLOW bot: read_bot')],
    ['gives such a role to a friend', 'mallory', 'assignRoles', assignForm('ada', 'role_staff')],
    ['makes a user with that role', 'mallory', 'createUser', userInput('SUBUSER', ['role_staff'])],
    ['gives up roles', 'mallory', 'assignRoles', assignForm('mallory', 'role_bound')],
    [
      'gives a role by an API key',
      'mallory by key',
      'assignRoles',
      assignForm('ada', 'role_staff'),
    ],
  ];

  it.each(permittedGrants)('allows a caller who %s (%s)', async (_, callerName, route, input) => {
    const { call } = await openMalloryScene();
    expect((await call(callerName, route, input)).status).toBeLessThan(300);
  });
});
