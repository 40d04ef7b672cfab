import * as z from 'zod';
import { generateKey } from '#lib/domain/api-keys/api-key.rules.ts';
import { apiKeyTable } from '#lib/domain/api-keys/api-key.table.ts';
import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { actions } from '#lib/kernel/actions.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { putItem } from '#lib/kernel/database.ts';
import { defineRoutes, type Route } from '#lib/kernel/route.ts';
import { openApiDocument } from '#lib/openapi.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant } from '#test/support/people.ts';
import { everyRoute } from '../lambdas/gateway.ts';
import { refusalProblemsOf } from '../local/http/refusal-shape.ts';
import { hashKey, openServer, type Server } from './server.ts';

const world = openTestDatabase();

let server: Server;
/** The credentials that each kind of caller sends. */
const credentials = new Map<string, string | undefined>();

const portalRole = 'Portal-User';
const roleNames = predefinedRoles.map(({ name }) => name).filter((name) => name !== portalRole);

/** The token of a sign-in that survives the calls below, some of which end sign-ins. */
const tokenFor = (username: string): string =>
  server.token({ username, auth_time: Math.floor(server.time.now / 1000) + 1 });

const createUser = async (email: string, rights: object) => {
  const { db, tenant_id, clock } = server;
  const at = isoTime(clock());
  const fields = { name: email, roles: [], settings: {}, created_at: at, updated_at: at };
  const defaults = { userType: 'SUBUSER' as const, readOnly: false };
  await userStore(db, tenant_id).create({ _id: email, ...fields, ...defaults, ...rights });
  return tokenFor(email);
};

const createKey = async (user_id: string, entity_type: 'user' | 'agent' = 'user') => {
  const { db, tenant_id, clock } = server;
  const { text, ...keyFields } = generateKey(hashKey, tenant_id);
  const fields = { name: 'Key', user_id, entity_type, created_at: isoTime(clock()) };
  const owner_key = `${tenant_id}#${user_id}`;
  await putItem(db, apiKeyTable, { tenant_id, ...keyFields, ...fields, owner_key });
  return text;
};

beforeAll(async () => {
  server = await openServer(world);
  const { token, time } = server;
  const root = { username: 'root@example.com' };
  const seconds = Math.floor(time.now / 1000);
  credentials.set('nobody', undefined);
  credentials.set('an expired token', token({ ...root, exp: seconds }));
  credentials.set('another organisation', token({ ...root, 'cognito:groups': [newTenant()] }));
  credentials.set('an account that is no user', token({ username: 'eve@example.com' }));
  credentials.set('a key that is none', generateKey(hashKey, server.tenant_id).text);
  credentials.set('ROOT', tokenFor(root.username));
  credentials.set('ROOT, read only', tokenFor('reader@example.com'));
  credentials.set('a portal user', tokenFor('portal@example.com'));
  credentials.set('a sub-user without a role', tokenFor('subuser@example.com'));
  for (const { _id, name } of predefinedRoles.filter((one) => one.name !== portalRole)) {
    credentials.set(name, await createUser(`${_id}@example.com`, { roles: [_id] }));
  }
  credentials.set('the API key of ROOT', await createKey('root@example.com'));
  credentials.set('the API key of a sub-user', await createKey('role_approver@example.com'));
  credentials.set('the key of an agent', await createKey('root@example.com', 'agent'));
});

afterAll(() => server.close());

const unauthenticated = [
  'nobody',
  'an expired token',
  'another organisation',
  'an account that is no user',
  'a key that is none',
];

const callers = [
  'ROOT',
  'ROOT, read only',
  'a portal user',
  'a sub-user without a role',
  ...roleNames,
  'the API key of ROOT',
  'the API key of a sub-user',
  'the key of an agent',
];

/** The role that gives each kind of caller its rights, if a role does. */
const roleOfCaller: Record<string, string> = {
  'a portal user': portalRole,
  'the API key of a sub-user': 'Approver',
  ...Object.fromEntries(roleNames.map((name) => [name, name])),
};

/** Whether a role's rows contain this permission: computed independently of the product. */
const allowsCall = (roleName: string | undefined, { resource, permission }: Route): boolean => {
  const rows = predefinedRoles.find(({ name }) => name === roleName)?.policies;
  const [action = ''] = permission.split('_');
  const patterns = ['*', `${action}_*`, permission];
  if (actions.some((one) => one === action && one !== 'read')) patterns.push('write_*');
  const names = (map: Record<string, object> = {}) =>
    [resource, '*'].some((type) =>
      patterns.some((pattern) => Object.hasOwn(map[type] ?? {}, pattern)),
    );
  return names(rows?.ALLOW) && !names(rows?.DENY);
};

const mayCall = (caller: string, route: Route): boolean => {
  if (caller === 'the key of an agent') return route.holders === 'agents';
  if (route.holders === 'agents') return false;
  if (route.holders === 'everyone') return true;
  if (caller === 'ROOT' || caller === 'the API key of ROOT') return true;
  const changesData = route.method !== 'GET' && route.reads !== true;
  if (caller === 'ROOT, read only') return !changesData;
  return route.holders === undefined && allowsCall(roleOfCaller[caller], route);
};

const routeCases = everyRoute.map(({ key: name, route }) => [name, route] as const);

describe('the routes of the matrix', () => {
  it('are the routes of the API document', () => {
    const { paths } = openApiDocument('1.2.3') as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routeNames = routeCases.map(([, { method, path }]) => `${method} /${path}`);
    expect(routeNames.sort()).toEqual(documented.sort());
  });

  it('do not compile without a permission and a resource', () => {
    const call = { method: 'GET', path: 'things', audit: 'List things' } as const;
    const shapes = { input: z.strictObject({}), output: z.object({}) };
    // @ts-expect-error A route without a permission does not compile.
    defineRoutes({ listThings: { ...call, ...shapes, resource: 'thing' } });
    // @ts-expect-error Nor does one without the resource that the permission belongs to.
    defineRoutes({ listThings: { ...call, ...shapes, permission: 'read_thing' } });
    expect(routeCases.every(([, { permission, resource }]) => permission && resource)).toBe(true);
  });

  it.each(routeCases)('name a permission of the form action_thing: %s', (_, route) => {
    // Permissions of every signed-in user appear in no role, and have their own words.
    const verbs = route.holders === 'everyone' ? [...actions, 'connect'] : actions;
    expect(route.permission).toMatch(new RegExp(`^(${verbs.join('|')})_[a-z]+(_[a-z]+)*$`));
  });
});

describe('every route', () => {
  it.each(routeCases)('refuses callers without a valid sign-in: %s', async (_, route) => {
    const answers = await Promise.all(
      unauthenticated.map((one) => server.send(route, {}, credentials.get(one))),
    );
    expect(answers.map(({ status }) => status)).toEqual(unauthenticated.map(() => 401));
    expect(answers.flatMap(refusalProblemsOf)).toEqual([]);
  });

  it.each(routeCases)(
    'allows exactly the callers that have its permission: %s',
    async (_, route) => {
      const verdicts: string[] = [];
      for (const caller of callers) {
        const answer = await server.send(route, {}, credentials.get(caller));
        const allowed = ![401, 403].includes(answer.status);
        if (allowed !== mayCall(caller, route)) verdicts.push(`${caller}: ${answer.status}`);
        if (answer.status >= 500) verdicts.push(`${caller}: ${answer.status}`);
        if (answer.status === 403) verdicts.push(...refusalProblemsOf(answer));
      }
      expect(verdicts).toEqual([]);
    },
  );
});
