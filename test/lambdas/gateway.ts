import type { Proof } from '#lib/domain/account/caller.service.ts';
import { readCaller, readRoots } from '#lib/domain/account/caller.service.ts';
import { apiKeyStore } from '#lib/domain/api-keys/api-key.store.ts';
import { auditTrail } from '#lib/domain/audit/trail.service.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { closeUnauthorised } from '#lib/domain/ws/listening.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { createLog } from '#lib/kernel/log.ts';
import { pathVariables, type Route, type Routes, type Service } from '#lib/kernel/route.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import { type ApiEvent, type ApiHandler, apiHandler } from '#lambdas/api-handler.ts';
import type { Scene } from '../domain/scene.ts';

export type Values = Record<string, unknown>;

/** Every route with its area and key. */
export const everyRoute = Object.entries(allRoutes).flatMap(([area, routes]) =>
  Object.entries(routes).map(([key, route]): { area: Area; key: string; route: Route } => ({
    area: area as Area,
    key,
    route,
  })),
);

export const routeOf = (key: string): Route => {
  const found = everyRoute.find((one) => one.key === key);
  if (!found) throw new Error(`There is no route ${key}.`);
  return found.route;
};

const isSentInQuery = ({ method }: Route): boolean => method === 'GET' || method === 'DELETE';

/** The call of a route as API Gateway passes it to the Lambda. */
export const eventOf = (route: Route, input: Values, proof?: object, extra: object = {}) => {
  const names = pathVariables(route.path);
  const entries = Object.entries(input);
  const variables = entries.filter(([name]) => names.includes(name));
  const rest = entries.filter(([name]) => !names.includes(name));
  const query = rest.map(([name, value]) => [name, [String(value)]]);
  return {
    httpMethod: route.method,
    resource: `/${route.path}`,
    pathParameters: Object.fromEntries(variables),
    multiValueQueryStringParameters: isSentInQuery(route) ? Object.fromEntries(query) : null,
    body: isSentInQuery(route) ? null : JSON.stringify(Object.fromEntries(rest)),
    isBase64Encoded: false,
    requestContext: { authorizer: proof ? { proof: JSON.stringify(proof) } : null },
    ...extra,
  } as unknown as ApiEvent;
};

const kinds = {
  root: { userType: 'ROOT', readOnly: false },
  reader: { userType: 'ROOT', readOnly: true },
  subuser: { userType: 'SUBUSER', readOnly: false },
  portal: { userType: 'SP_USER', readOnly: false },
} as const;

export type UserKind = keyof typeof kinds;

/** All areas' handlers over the scene's services, with users of every kind to call them. */
export const openTestApi = async (scene: Scene) => {
  const { db, clock, tenant_id, realtime } = scene;
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock });
  const trail = auditTrail({ db, clock, log });
  const deps = {
    readCaller: readCaller({ db, clock }),
    readRoots: readRoots({ db }),
    trail,
    closeStrangers: closeUnauthorised({ db, clock, sockets: realtime, channels: realtimeChannels }),
    log,
  };
  const { services } = scene;
  const handlers = new Map<Area, ApiHandler>(
    Object.entries(allRoutes).map(([area, routes]) => [
      area as Area,
      apiHandler(routes as Routes, services[area as Area] as Service<Routes>, deps),
    ]),
  );
  const at = isoTime(clock());
  await organisationStore(db, tenant_id).create({
    name: 'Ours',
    created_at: at,
    default_role_id: null,
    roots: { 'root@example.com': true },
  });
  for (const [kind, rights] of Object.entries(kinds)) {
    const userFields = { name: kind, roles: [], settings: {}, created_at: at, updated_at: at };
    await userStore(db, tenant_id).create({ _id: `${kind}@example.com`, ...rights, ...userFields });
  }

  const proofOf = (kind: UserKind, change: Partial<Proof> = {}): Proof => ({
    tenant_id,
    user_id: `${kind}@example.com`,
    expires_at: clock() + 1000,
    sub: 'their account',
    session: 'their sign-in',
    signed_in_at: clock(),
    ...change,
  });

  const send = async (area: Area, event: ApiEvent) => {
    const handler = handlers.get(area);
    if (!handler) throw new Error(`There is no area ${area}.`);
    const { statusCode, headers, body } = await handler(event, {});
    return { status: statusCode, headers, body: JSON.parse(body) as Values, text: body };
  };

  /** The key that lets this agent enrol, or that of an agent that does not exist. */
  const agentProof = async (id: string): Promise<Proof> => {
    const store = apiKeyStore(db, tenant_id);
    for await (const { _id } of store.ownedBy(`agents/${id}`))
      return proofOf('root', { key_id: _id });
    const keyFields = { name: 'Of no agent', user_id: 'root@example.com', secret_hash: '' };
    await store.createFor('agents/none', {
      ...keyFields,
      _id: 'key_of_no_agent',
      entity_type: 'agent',
      created_at: at,
    });
    return proofOf('root', { key_id: 'key_of_no_agent' });
  };

  /** The proof of a caller who may make the call: ROOT, or the key of an agent. */
  const proofFor = async (route: Route, { agent_id }: Values): Promise<Proof> =>
    route.holders === 'agents' ? agentProof(String(agent_id)) : proofOf('root');

  const call = async (key: string, input: Values = {}, kind?: UserKind) => {
    const { area, route } = everyRoute.find((one) => one.key === key) ?? {};
    if (!area || !route) throw new Error(`There is no route ${key}.`);
    const proof = kind ? proofOf(kind) : await proofFor(route, input);
    return send(area, eventOf(route, input, proof));
  };

  return { call, send, proofOf, proofFor, lines, deps };
};

export type TestApi = Awaited<ReturnType<typeof openTestApi>>;
