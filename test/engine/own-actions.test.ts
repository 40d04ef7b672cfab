import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { RunOptions } from '#lib/domain/executions/execution.schema.ts';
import { ownActionStore } from '#lib/domain/actions/own-action.store.ts';
import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { reusableResults } from '#lib/domain/executions/runs/resume.rules.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { check } from '#lib/engine/check.ts';
import { advance } from '#lib/engine/run.ts';
import { testNode } from '#lib/engine/test-node.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun, withPolicy } from '#test/support/drawing.ts';
import { openStandIn, type StandIn } from './integrations/stand-in.ts';
import { openedOfType, sampleValues } from './integrations/samples.ts';
import { closePeers } from './outgoing/peer.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();
const store = (owner = tenant) => ownActionStore(database.db, owner);

const headers = { 'content-type': 'application/json' };

let stand: StandIn;
let actionCount = 0;

beforeEach(async () => {
  stand = await openStandIn(() => ({
    status: 200,
    headers,
    body: '{"fields":{"summary":"Down"}}',
  }));
});
afterEach(closePeers);

const actionFields = {
  name: 'Look an issue up',
  description: 'Reads one issue.',
  executable_type: 'rest',
  integration_type: 'jira',
  call: { method: 'GET', path: '/rest/api/3/issue/{issue}', result: '/fields' },
  parameters_definition: [{ name: 'issue', label: 'Issue' }],
};

const action = (version: number, overrides: object = {}) => {
  const at = '2026-03-01T10:00:00.000Z';
  const facts = { user_id: 'a', updated_by: 'a', created_at: at, updated_at: at };
  const ids = { tenant_id: tenant, _id: `act_${String(actionCount).padStart(44, '0')}`, version };
  return { ...newAction.parse({ ...actionFields, ...overrides }), ...facts, ...ids };
};

const create = async (overrides: object = {}) => {
  actionCount += 1;
  const one = action(1, overrides);
  await store().create(one);
  return one;
};

const change = (overrides: object) => store().replace({ version: 1 }, action(2, overrides));

const open = () => {
  const type = integrationTypeOf('jira');
  if (!type) throw new Error('The catalogue has no jira.');
  const integration = async () => openedOfType(type, sampleValues(type));
  const peers = { integration, outgoing: stand.outgoing };
  return engineWorld(database, [], { peers });
};

const settings = (id: string) => ({
  action: id,
  integration: { type: 'jira', id: `int_${'0'.repeat(32)}` },
  parameters: { issue: 'OPS-1' },
});

const drawing = (id: string, path = 'start -> act:rest_api_action -> end') =>
  draw(path, { act: settings(id) });

const approvedDrawing = 'start -> ask:approval -approved-> act:rest_api_action -> end';

describe('a node that runs an action of the organisation', () => {
  it('calls the address of the action with the integration', async () => {
    const world = open();
    const { _id } = await create();
    const graph = drawing(_id);
    const run = await world.drive(await world.start(graph));
    expect(drawRun(graph, run)).toBe('start -> act -> end: SUCCEEDED');
    expect(run.results.act?.output).toEqual({ status: 200, result: { summary: 'Down' } });
    expect(stand.meant.map(({ path }) => path)).toEqual(['/rest/api/3/issue/OPS-1']);
  });

  it('runs the current version of the action, not the one when the bot was saved', async () => {
    const world = open();
    const { _id } = await create();
    const graph = draw('start -> wait:delay -> act:rest_api_action -> end', {
      act: settings(_id),
    });
    const id = await world.start(graph);
    expect(await world.advance(id)).toMatchObject({ next: 'delay' });
    await change({ call: { method: 'DELETE', path: '/rest/api/3/issue/{issue}' } });
    world.pass(61_000);
    await world.drive(id);
    expect(stand.meant.map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('fails without an approval when the action has come to need one', async () => {
    const world = open();
    const { _id } = await create();
    const graph = draw('start -> wait:delay -> act:rest_api_action -> end', {
      act: settings(_id),
    });
    const bot_exc_id = await world.start(graph);
    // One process, which has already read and checked the version.
    const engine = advance(world.deps(database.db));
    const step = () => engine({ tenant_id: tenant, bot_exc_id, lane: '' });
    await step();
    await change({ approval_required: true });
    world.pass(61_000);
    await step();
    const run = await world.read(bot_exc_id);
    expect(run.results.act).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('"Look an issue up" now needs approval'),
    });
    expect(stand.meant).toEqual([]);
  });

  it('fails when the action was deleted meanwhile', async () => {
    const world = open();
    const { _id } = await create();
    const graph = draw('start -> wait:delay -> act:rest_api_action -> end', {
      act: settings(_id),
    });
    const bot_exc_id = await world.start(graph);
    const engine = advance(world.deps(database.db));
    const step = () => engine({ tenant_id: tenant, bot_exc_id, lane: '' });
    await step();
    await store().delete(_id);
    world.pass(61_000);
    await step();
    const run = await world.read(bot_exc_id);
    expect(run.results.act?.error).toMatch(/^The action of this node does not exist/);
  });

  it.each(['the action was deleted', 'the action needs another parameter'])(
    'fails and lets the run continue when %s',
    async (cause) => {
      const world = open();
      const { _id } = await create();
      const path = 'start -> wait:delay -> act:rest_api_action -> last:delay -> end';
      const graph = withPolicy(draw(path, { act: settings(_id) }), 'act', { on_error: 'continue' });
      const id = await world.start(graph);
      expect(await world.advance(id)).toMatchObject({ next: 'delay' });
      const siteParameter = { name: 'site', label: 'Site' };
      const parameters_definition = [...actionFields.parameters_definition, siteParameter];
      await (cause.includes('deleted') ? store().delete(_id) : change({ parameters_definition }));
      const run = await world.drive(id);
      expect(drawRun(graph, run)).toBe('start -> wait -> act (FAILED) -> last -> end: SUCCEEDED');
      expect(run.results.act?.error).toMatch(/^The action of this node does not exist|Site/);
    },
  );

  it('does not reuse a cached result after the action was changed', async () => {
    const world = open();
    const { _id } = await create();
    const graph = withPolicy(drawing(_id), 'act', { cache_minutes: 60 });
    const first = await world.drive(await world.start(graph));
    const second = await world.drive(await world.startAgain(first));
    expect([second.results.act?.cached, stand.meant.length]).toEqual([true, 1]);
    const call = { method: 'GET', path: '/rest/api/3/issue/{issue}/comment' };
    const updated_at = '2026-03-01T10:00:01.000Z';
    await store().replace({ version: 1 }, { ...action(2, { call }), updated_at });
    const third = await world.drive(await world.startAgain(first));
    expect(third.results.act).toMatchObject({ status: 'SUCCEEDED' });
    expect(stand.meant.map(({ path }) => path).at(-1)).toMatch(/comment$/);
  });

  it('does not find an action of another organisation', async () => {
    const world = open();
    const { _id } = await create();
    const { tenant_id: _, ...rest } = action(1);
    await store().delete(_id);
    await store('org_other').create({ ...rest, tenant_id: 'org_other' });
    const run = await world.drive(await world.start(drawing(_id)));
    expect(run).toMatchObject({ state: 'FAILED' });
    expect(stand.meant).toEqual([]);
  });
});

describe('the check of a graph with an action of the organisation', () => {
  const messagesOf = (graph: ReturnType<typeof draw>, overrides?: object) =>
    check(graph, overrides ? [action(1, overrides)] : []).map(({ message }) => message);

  it('validates the action, its parameters and its integration type', async () => {
    const { _id } = await create();
    expect(messagesOf(drawing(_id), {})).toEqual([]);
    expect(messagesOf(drawing(_id))).toEqual([
      '"act", Action: This action does not exist, or it was deleted. Choose one of the actions.',
    ]);
    const siteParameter = { name: 'site', label: 'Site' };
    const parameters_definition = [...actionFields.parameters_definition, siteParameter];
    expect(messagesOf(drawing(_id), { parameters_definition })).toEqual([
      '"act", Parameters: Enter Site.',
    ]);
    expect(messagesOf(drawing(_id), { integration_type: 'github' })).toHaveLength(1);
  });

  it('requires an approval on every path to an action that needs one', async () => {
    const { _id } = await create();
    const approvalFields = { approval_required: true };
    expect(messagesOf(drawing(_id), approvalFields)).toHaveLength(1);
    expect(messagesOf(drawing(_id, approvedDrawing), approvalFields)).toEqual([]);
    const bypass = `start -> if:condition -yes-> ask:approval -approved-> act:rest_api_action -> end
                    if -no-> act`;
    expect(messagesOf(drawing(_id, bypass), approvalFields)).toContainEqual(
      expect.stringContaining('a path leads to it without one'),
    );
  });
});

describe('an action that needs approval', () => {
  const approvalFields = { approval_required: true, call: { ...actionFields.call, method: 'PUT' } };

  it('does not run in a resumed run that begins after the approval', async () => {
    const world = open();
    const { _id } = await create(approvalFields);
    const graph = drawing(_id, approvedDrawing);
    const first = await world.drive(await world.start(graph));
    expect(drawRun(graph, first)).toBe('start -> ask -approved-> act -> end: SUCCEEDED');
    const reusedResults = reusableResults(first, graph, 'act');
    const resumeFrom = (from: string, options: RunOptions = {}) =>
      world.startAgain(first, { resumed_from: first._id, from, ...options }, reusedResults);
    const resumedRun = await world.drive(await resumeFrom('act'));
    expect(drawRun(graph, resumedRun)).toBe('start -> ask -approved-> act (FAILED): FAILED');
    expect(resumedRun.errors?.join()).toContain(
      'this run began after the Approval node. Run again',
    );
    const dryRun = await world.drive(await resumeFrom('act', { dry_run: true }));
    expect(dryRun.state).toBe('SUCCEEDED');
    expect(stand.meant).toHaveLength(1);
  });

  it('does not run when it was changed after people were asked', async () => {
    const world = open();
    const { _id } = await create(approvalFields);
    const graph = drawing(_id, approvedDrawing);
    const laterUpdate = { updated_at: '2026-03-01T10:30:00.000Z' };
    const call = { method: 'DELETE', path: '/all' };
    const purge = { ...action(2, { ...approvalFields, call }), ...laterUpdate };
    const onPause = () => void store().replace({ version: 1 }, purge);
    const run = await world.drive(await world.start(graph), { onPause });
    expect(run.state).toBe('FAILED');
    expect(run.errors?.join()).toContain('was changed after people were asked');
    expect(stand.meant).toEqual([]);
  });

  it('does not run in a resumed run when it was changed after the approval', async () => {
    const world = open();
    const { _id } = await create(approvalFields);
    const graph = drawing(_id, approvedDrawing);
    const first = await world.drive(await world.start(graph));
    const callCount = stand.meant.length;
    await store().replace(
      { version: 1 },
      { ...action(2, approvalFields), updated_at: '2026-03-01T10:30:00.000Z' },
    );
    world.pass(3600_000);
    const reusedResults = reusableResults(first, graph, 'act');
    const resumedId = await world.startAgain(first, { resumed_from: first._id }, reusedResults);
    const run = await world.drive(resumedId);
    expect(run.errors?.join()).toContain('was changed after people were asked');
    expect(stand.meant).toHaveLength(callCount);
  });

  it('is shown to approvers with its call', async () => {
    const world = open();
    const { _id } = await create(approvalFields);
    const id = await world.start(drawing(_id, approvedDrawing));
    await world.advance(id);
    await world.pause(id, 'ask', 'token 1');
    const { waiting_for } = await world.read(id);
    const found = await world.approvals().get(waiting_for?.approval_id ?? '');
    const effectText = 'run "Look an issue up": PUT /rest/api/3/issue/OPS-1';
    expect(found?.next_nodes).toEqual([{ name: 'act', would: effectText }]);
  });

  it('does not run in a test of its node', async () => {
    const world = open();
    const { _id } = await create(approvalFields);
    const graph = drawing(_id, approvedDrawing);
    const node = graph.nodes.find(({ type }) => type === 'rest_api_action');
    if (!node) throw new Error('The graph has no action.');
    const bot = { _id: 'bot_1', name: 'Tidy up' } as Bot;
    const call = { bot, graph, node, event: async () => ({}), nodes: new Map(), dry_run: false };
    const test = testNode(world.deps(database.db));
    const found = await test({ tenant_id: tenant, user_id: 'a@example.com', ...call });
    expect(found.would).toBe('run "Look an issue up": PUT /rest/api/3/issue/OPS-1');
    expect(stand.meant).toEqual([]);
  });
});
