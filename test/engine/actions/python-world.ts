import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { ownActionStore } from '#lib/domain/actions/own-action.store.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import type { Python, PythonRun } from '#lib/ports/python.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { type InterceptedCall, openStandIn, type StandIn } from '../integrations/stand-in.ts';
import { canary, openedOfType, sampleValues } from '../integrations/samples.ts';
import type { Reply } from '../outgoing/peer.ts';
import { engineWorld, tenant } from '../world.ts';

/** The integrations that the nodes of these tests name. */
export const integrationIds = { jira: `int_${'1'.repeat(32)}`, github: `int_${'2'.repeat(32)}` };

const typeOf = (name: string) => {
  const type = integrationTypeOf(name);
  if (!type) throw new Error(`The catalogue has no ${name}.`);
  return type;
};

const findIntegration = async (_tenant: string, id: string) => {
  const [name] = Object.entries(integrationIds).find(([, one]) => one === id) ?? [];
  if (name === undefined) return undefined;
  const type = typeOf(name);
  return openedOfType(type, sampleValues(type), { accountId: id, alias: `Our ${name}` });
};

const clients = [
  { name: 'jira', integration_type: 'jira' },
  { name: 'hub', integration_type: 'github' },
];

const actionFields = {
  name: 'Link a ticket',
  description: 'Opens a ticket and tells of it.',
  executable_type: 'python',
  integration_type: 'jira',
  parameters_definition: [{ name: 'title', label: 'Title' }],
};

export const jsonReply = (body: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Answers of the loopback services, by `METHOD /path`; every other call succeeds. */
export type Replies = Record<string, Reply | ((call: InterceptedCall) => Reply)>;

/** An organisation's Python action, bots that run it, and loopback services for its clients. */
export const pythonWorld = async (
  database: TestDatabase,
  python: Python,
  replies: Replies = {},
) => {
  const stand: StandIn = await openStandIn((call) => {
    const found = replies[`${call.method} ${call.path}`] ?? jsonReply({ ok: true });
    return typeof found === 'function' ? found(call) : found;
  });
  const passes: PythonRun[] = [];
  const countingPython: Python = {
    run(request) {
      passes.push(request);
      return python.run(request);
    },
  };
  const peers = { integration: findIntegration, outgoing: stand.outgoing };
  const world = engineWorld(database, [], { peers, python: countingPython });
  const store = ownActionStore(database.db, tenant);
  let createdCount = 0;

  /** Stores an action with these lines of code; returns its id. */
  const create = async (code: string | string[], overrides: object = {}): Promise<string> => {
    createdCount += 1;
    const at = '2026-03-01T10:00:00.000Z';
    const call = { code: [code].flat().join('\n'), clients };
    const action = newAction.parse({ ...actionFields, call, ...overrides });
    const _id = `act_${String(createdCount).padStart(4, '0')}${'0'.repeat(32)}${String(Math.random()).slice(2, 10)}`;
    const facts = { user_id: 'a', updated_by: 'a', created_at: at, updated_at: at, version: 1 };
    await store.create({ ...action, ...facts, tenant_id: tenant, _id });
    return _id;
  };

  const settings = (action: string, overrides: object = {}) => ({
    action,
    clients: {
      jira: { type: 'jira', id: integrationIds.jira },
      hub: { type: 'github', id: integrationIds.github },
    },
    parameters: { title: 'Disk full' },
    ...overrides,
  });

  const drawGraph = (
    action: string,
    overrides: object = {},
    drawing = 'start -> act:rest_api_action -> end',
  ) => draw(drawing, { act: settings(action, overrides) });

  return {
    ...world,
    create,
    drawGraph,
    settings,
    stand,
    passes,
    /** `POST /rest/api/3/issue`, in their order. */
    called: () => stand.meant.map(({ method, path }) => `${method} ${path}`),
    secret: canary('token'),
  };
};
