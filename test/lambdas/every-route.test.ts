import { permissions } from '#lib/permissions.ts';
import { actions } from '#lib/kernel/actions.ts';
import { auditActionOf, isWrite, pathVariables, type Route } from '#lib/kernel/route.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { auditRecordsOf } from '../domain/audit/audit-records.ts';
import { openScene } from '../domain/scene.ts';
import { canary, type Ids } from './example.ts';
import { createExamples, exampleInputs, otherIds } from './examples.ts';
import { eventOf, everyRoute, openTestApi, type UserKind, type Values } from './gateway.ts';

const world = openTestDatabase();

const all = everyRoute.map(({ area, key, route }) => ({ area, key, route }));
const writeRoutes = all.filter(({ route }) => route.method !== 'GET');

/** The fields of a route's input; for unions, those of the first variant. */
const inputNamesOf = (route: Route): string[] => {
  const schema: { shape?: object; options?: { shape: object }[] } = route.input as object;
  return Object.keys(schema.shape ?? schema.options?.[0]?.shape ?? {});
};

/** Those of the ids that the route takes, in its path or elsewhere. */
const idsFor = (key: string, route: Route, ids: Ids): Values => {
  const idsByName = new Map<string, string>(Object.entries(ids));
  for (const [name, otherName] of Object.entries(otherIds[key] ?? {}))
    idsByName.set(name, ids[otherName] ?? '');
  const variables = pathVariables(route.path);
  const missing = variables.filter((name) => !idsByName.has(name));
  if (missing.length > 0)
    throw new Error(`Make an example of ${missing.join()} in test/lambdas/examples.`);
  const inputNames = inputNamesOf(route).filter((name) => idsByName.has(name));
  return Object.fromEntries(
    [...variables, ...inputNames].map((name) => [name, idsByName.get(name)]),
  );
};

describe('every route', () => {
  it.each(all)('$key has a valid name, permission, audit text and path', ({ key, route }) => {
    expect(key).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
    // Permissions of every signed-in user appear in no role, and have their own words.
    const verbs = route.holders === 'everyone' ? [...actions, 'connect'] : actions;
    expect(route.permission).toMatch(new RegExp(`^(${verbs.join('|')})_[a-z_]+$`));
    expect(route.resource).toMatch(/^[a-z_]+$/);
    expect(route.audit).toMatch(/^[A-Z].{3,}[a-z]$/);
    expect(route.path).toMatch(/^[a-z_]+(\/([a-z_]+|\{[A-Za-z_]+\}))*$/);
    expect(pathVariables(route.path).filter((name) => !inputNamesOf(route).includes(name))).toEqual(
      [],
    );
    expect(route.input.safeParse({ surprise: 1 }).success).toBe(false);
  });

  it('exists for each example', () => {
    const keys = all.map(({ key }) => key);
    expect(Object.keys(exampleInputs).filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('has a unique address, with one variable name for each place in paths', () => {
    const addresses = all.map(({ route }) => `${route.method} ${route.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
    const places = new Map<string, string>();
    for (const { route } of all) {
      const parts = route.path.split('/');
      for (const [at, part] of parts.entries()) {
        if (!part.startsWith('{')) continue;
        const place = parts.slice(0, at).join('/');
        expect(places.get(place) ?? part).toBe(part);
        places.set(place, part);
      }
    }
  });

  it('has a permission that roles can grant, unless it has other holders', () => {
    const permissionNames = new Set(permissions.map(({ name }) => name));
    expect(permissionNames.size).toBe(permissions.length);
    for (const { route } of all) {
      expect([route.permission, permissionNames.has(route.permission)]).toEqual([
        route.permission,
        route.holders === undefined,
      ]);
    }
  });
});

describe('calling a route', () => {
  /** Further permissions of the portal's role; the sub-user of these tests has no role. */
  const portal = new Set([
    'read_approval',
    'update_approval',
    'read_user_input',
    'update_user_input',
  ]);

  const mayCall = (kind: UserKind, route: Route): boolean => {
    if (route.holders === 'agents') return false;
    if (route.holders === 'everyone' || kind === 'root') return true;
    if (kind === 'reader') return !isWrite(route);
    if (kind !== 'portal') return false;
    return route.resource === 'service_portal' || portal.has(route.permission);
  };

  it.each(all)('$key refuses callers without a valid proof', async ({ area, route }) => {
    const scene = openScene(world);
    const api = await openTestApi(scene);
    const proofs = [
      undefined,
      api.proofOf('root', { expires_at: scene.time.now }),
      api.proofOf('root', { expires_at: 0 }),
      api.proofOf('root', { user_id: 'eve@example.com' }),
      api.proofOf('root', { user_id: '__proto__' }),
      api.proofOf('root', { tenant_id: openScene(world).tenant_id }),
      api.proofOf('root', { key_id: 'key_deleted' }),
    ];
    for (const proof of proofs) {
      const { status, body } = await api.send(area, eventOf(route, {}, proof));
      expect([status, Object.keys(body)]).toEqual([401, ['error']]);
    }
  });

  it.each(all)('$key allows only callers who hold its permission', async ({ key, route }) => {
    const api = await openTestApi(openScene(world));
    for (const kind of ['root', 'reader', 'subuser', 'portal'] as const) {
      const { status, body } = await api.call(key, {}, kind);
      if (mayCall(kind, route)) expect([401, 403]).not.toContain(status);
      else expect([status, body]).toEqual([403, { error: expect.any(String) }]);
    }
  });
});

describe('data of another organisation', () => {
  // What comes with the product is the same for every organisation.
  const ownRoutes = all.filter(({ area }) => area !== 'library' && area !== 'actions');
  const idRoutes = ownRoutes.filter(({ route }) =>
    inputNamesOf(route).some((name) => name.endsWith('_id')),
  );
  const isList = ({ route }: (typeof all)[number]) => pathVariables(route.path).length === 0;

  it.each(idRoutes)('cannot be read or changed by $key', async (one) => {
    const { key, route } = one;
    const [ours, theirs] = [openScene(world), openScene(world)];
    const [api, theirApi] = [await openTestApi(ours), await openTestApi(theirs)];
    const ids = await createExamples(theirs);
    const input = { ...exampleInputs[key], ...idsFor(key, route, ids) };
    const before = await theirApi.call('getBot', { bot_id: ids.bot_id });
    const answer = await api.call(key, input);
    expect(answer.text).not.toContain(canary);
    if (isList(one) && route.method === 'GET') {
      expect([200, [answer.body.items ?? [], answer.body.count ?? 0]]).toEqual([200, [[], 0]]);
    } else {
      const { error, field, ...rest } = answer.body;
      expect([answer.status, rest]).toEqual([404, {}]);
      expect(error).toEqual(expect.any(String));
      // A problem in a body is reported at its field.
      if (typeof field === 'string') expect(input).toHaveProperty(field);
    }
    expect(await theirApi.call('getBot', { bot_id: ids.bot_id })).toEqual(before);
    const served = await theirApi.call(key, input);
    expect(served.status).toBeLessThan(300);
  });

  const itemRoutes = idRoutes.filter((one) => !isList(one));

  it.each(itemRoutes)('looks to $key like data that does not exist', async ({ key, route }) => {
    const [ours, theirs] = [openScene(world), openScene(world)];
    const api = await openTestApi(ours);
    const ids = await createExamples(theirs);
    const answerTo = (values: Ids) =>
      api.call(key, { ...exampleInputs[key], ...idsFor(key, route, values) });
    const foreign = await answerTo(ids);
    const odd = ['none', '__proto__', 'toString', '.', '*', `${ids.bot_id}#1`];
    for (const id of odd) {
      const entries = Object.keys(ids).map((name) => [name, id]);
      expect(await answerTo(Object.fromEntries(entries))).toEqual(foreign);
    }
  });
});

describe('a field that only the server sets', () => {
  const fields =
    '_id tenant_id root_user_id userType readOnly created_at updated_at created_by user_id arn ' +
    'listener_key trigger_key bot_key published_version draft_version secret sealed_secret ' +
    'webhook_url learned_fields revision resolutions outbox open results expires_at status __proto__';

  it.each(writeRoutes)('cannot be set by $key', async ({ area, key, route }) => {
    const scene = openScene(world);
    const api = await openTestApi(scene);
    const ids = await createExamples(scene);
    const input = { ...exampleInputs[key], ...idsFor(key, route, ids) };
    for (const field of fields.split(' ')) {
      if (inputNamesOf(route).includes(field)) continue;
      const values = Object.fromEntries([...Object.entries(input), [field, 'mine']]);
      const proof = await api.proofFor(route, values);
      const { status, body } = await api.send(area, eventOf(route, values, proof));
      expect([status, body.error, body.field]).toEqual([400, `Unknown field: ${field}`, field]);
    }
  });
});

describe('the audit trail', () => {
  const audited = writeRoutes.filter(({ route }) => isWrite(route));

  it.each(audited)('records $key once, and its refusal once', async ({ key, route }) => {
    const scene = openScene(world);
    const api = await openTestApi(scene);
    const ids = await createExamples(scene);
    const before = (await auditRecordsOf(scene)).map(({ _id }) => _id);
    const input = { ...exampleInputs[key], ...idsFor(key, route, ids) };
    const { status } = await api.call(key, { ...input, surprise: canary });
    scene.time.now += 1;
    const { status: successStatus } = await api.call(key, input);
    expect(status).toBe(400);
    const { tenant_id } = scene;
    const caller = { tenant_id, user_id: 'root@example.com' };
    const action = { action_type: auditActionOf(key), method: route.method, ...caller };
    const records = (await auditRecordsOf(scene)).filter(({ _id }) => !before.includes(_id));
    expect(records).toMatchObject([
      { ...action, outcome: 'done', status: successStatus, object_type: route.resource },
      { ...action, outcome: 'refused', status, reason: 'The input was refused.' },
    ]);
    // Routes that record their changes include names and new values on purpose.
    const rest = records.map(({ changes, object_name, ...record }) => [
      record,
      !route.changes && { changes, object_name },
    ]);
    expect(JSON.stringify(rest)).not.toContain(canary);
    expect(api.lines.map((line): Values => JSON.parse(line))).toMatchObject([
      { message: 'refused', route: key, tenant_id, status },
      { message: route.audit, route: key, ...caller, status: successStatus },
    ]);
    expect(api.lines.join()).not.toContain(canary);
  });

  it.each(all)('records refused callers of $key, and no allowed reads', async ({ key, route }) => {
    const scene = openScene(world);
    const api = await openTestApi(scene);
    const input = Object.fromEntries(pathVariables(route.path).map((name) => [name, 'one']));
    const { status, body } = await api.call(key, input, 'subuser');
    const records = await auditRecordsOf(scene);
    if (status !== 403 && !isWrite(route)) expect(records).toEqual([]);
    else expect(records).toMatchObject([{ user_id: 'subuser@example.com', status }]);
    if (status === 403) expect(records[0]).toMatchObject({ reason: body.error });
    for (const { url } of records) expect(url).toMatch(/^\/api\/[a-z_]+(\/[a-z_]+)*$/);
  });
});
