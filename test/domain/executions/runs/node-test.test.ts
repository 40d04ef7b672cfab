import type { Caller, HeldRole } from '#lib/kernel/caller.ts';
import type { Route } from '#lib/kernel/route.ts';
import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { lanePathOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { drawBot, graphOf } from '../../bots/draw-bot.ts';
import { openSender } from '../../listeners/sender.ts';
import { refusalFrom, statusOf } from '../../scene.ts';
import { openLimitedBot } from '../limited-bot.ts';
import { commit, result } from '../runs.ts';

const world = openTestDatabase();

const open = async () => {
  const line = await openLimitedBot(world);
  const { scene, executions, bot_id } = line;
  const drawing = graphOf('start -> fetch:http_request -> large:http_request -> end');
  const runTest = (input: object, caller: Caller = scene.root) =>
    executions.testNode(
      caller,
      executionRoutes.testNode.input.parse({ bot_id, node_id: 'large', graph: drawing, ...input }),
    );
  return { line, runTest };
};

const withSettings = (
  { nodes, edges }: ReturnType<typeof graphOf>,
  id: string,
  settings: object,
) => ({ edges, nodes: nodes.map((node) => (node.id === id ? { ...node, settings } : node)) });

/** A user whose role allows that, and nothing else. */
const userAllowed = (
  { line }: Awaited<ReturnType<typeof open>>,
  ALLOW: HeldRole['policies']['ALLOW'],
): Caller => {
  const roles = [{ _id: 'role_1', name: 'Tester', policies: { ALLOW, DENY: {} } }];
  return person(line.scene.tenant_id, 'tess@example.com', { userType: 'SUBUSER', roles });
};

/** A run with an input, a small output, and one in files. */
const createSavedRun = async ({ line }: Awaited<ReturnType<typeof open>>) => {
  const { scene } = line;
  const [id = ''] = await line.startMany(1, { input: { host: 'web' } });
  const output_ref = `${scene.tenant_id}/${id}/fetch.json`;
  await scene.files.put(output_ref, '{"large":true}');
  const results = {
    start: result('SUCCEEDED'),
    fetch: result('SUCCEEDED', { output_ref }),
    end: result('SUCCEEDED', { output: 1 }),
  };
  await commit(scene, id, { results });
  return id;
};

describe('testing one node', () => {
  it('uses the given data, and is a dry run by default', async () => {
    const { runTest } = await open();
    const nodes = { fetch: { status: 200 } };
    expect(await runTest({ event: { host: 'db' }, nodes })).toEqual({
      status: 'SUCCEEDED',
      input: { name: 'large', dry_run: true },
      output: { event: { host: 'db' }, nodes: { start: { host: 'db' }, ...nodes } },
      duration_ms: 1,
      node_type: 'http_request',
      integration_ids: [],
    });
    expect((await runTest({ dry_run: false })).input).toEqual({ name: 'large', dry_run: false });
  });

  it('uses the data of an earlier run, with given data in preference', async () => {
    const setup = await open();
    const from_execution = await createSavedRun(setup);
    const all = { start: { host: 'web' }, fetch: { large: true }, end: 1 };
    expect((await setup.runTest({ from_execution })).output).toEqual({
      event: { host: 'web' },
      nodes: all,
    });
    const input = { from_execution, nodes: { fetch: 'mine' } };
    expect((await setup.runTest(input)).output).toMatchObject({ nodes: { ...all, fetch: 'mine' } });
  });

  it('requires the right to read the earlier run', async () => {
    const setup = await open();
    const from_execution = await createSavedRun(setup);
    const starts = { create_bot_execution: true } as const;
    const bot = { update_bot: true } as const;
    const tester = userAllowed(setup, { bot, bot_execution: starts });
    const reader = userAllowed(setup, {
      bot,
      bot_execution: { ...starts, read_bot_execution: true },
    });
    expect(await statusOf(setup.runTest({ from_execution }, tester))).toBe(403);
    expect(await statusOf(setup.runTest({ from_execution }, reader))).toBe(200);
  });

  it('requires the right to update bots for a changed graph or a real run', async () => {
    const setup = await open();
    const starts = userAllowed(setup, { bot_execution: { create_bot_execution: true } });
    const saved = { node_id: 'start', graph: undefined };
    expect(await statusOf(setup.runTest(saved, starts))).toBe(200);
    for (const input of [{}, { ...saved, dry_run: false }]) {
      const refusal = await refusalFrom(setup.runTest(input, starts));
      expect([refusal?.status, refusal?.message]).toEqual([
        403,
        'Your role Tester does not let you update bots (update_bot). Ask your ROOT user for it.',
      ]);
    }
    const author = userAllowed(setup, {
      bot: { update_bot: true },
      bot_execution: { create_bot_execution: true },
    });
    expect(await statusOf(setup.runTest({}, author))).toBe(200);
    expect(await statusOf(setup.runTest({ ...saved, dry_run: false }, author))).toBe(200);
  });

  it.each([
    ['an action', 'rest_api_action', { action: 'act_1' }],
    ['an AI agent with an action as tool', 'ai_agent', { agent_toolkit: [{ action: 'act_1' }] }],
  ] as const)('requires the right to test actions for %s', async (_, kind, settings) => {
    const setup = await open();
    const graph = withSettings(graphOf(`start -> act:${kind} -> end`), 'act', settings);
    const rights = {
      bot: { update_bot: true },
      bot_execution: { create_bot_execution: true },
    } as const;
    const request = { graph, node_id: 'act' };
    const refusal = await refusalFrom(setup.runTest(request, userAllowed(setup, rights)));
    expect(refusal?.message).toContain('does not let you test actions (test_action)');
    const action = { test_action: true } as const;
    expect(await statusOf(setup.runTest(request, userAllowed(setup, { ...rights, action })))).toBe(
      200,
    );
  });

  it('is audited with the kind of node, the integration and the dry run', async () => {
    const { line, runTest } = await open();
    const { scene } = line;
    const form = { cspName: 'kubernetes', alias: 'Cluster', groups: ['Platform'] };
    const { accountId: id } = await scene.integrations.createIntegration(
      scene.root,
      newIntegration.parse(form),
    );
    const settings = { url: 'https://api.example', integration: { type: 'kubernetes', id } };
    const graph = withSettings(graphOf('start -> call:http_request -> end'), 'call', settings);
    const evidenceOf = async (input: object) => {
      const request = { bot_id: line.bot_id, ...input };
      const testNode: Route = executionRoutes.testNode;
      return testNode.evidence?.(testNode.input.parse(request), await runTest(request));
    };
    expect(await evidenceOf({ graph, node_id: 'call', dry_run: false })).toEqual({
      'Kind of node': 'http_request',
      Integration: id,
      'Dry run': 'no',
    });
    expect(await evidenceOf({ graph, node_id: 'start' })).toEqual({
      'Kind of node': 'start',
      Integration: 'none',
      'Dry run': 'yes',
    });
  });

  it('uses an event that a listener received, unless an event is given', async () => {
    const { line, runTest } = await open();
    const sender = await openSender(line.scene);
    const { listener_id } = sender;
    const { event_id } = (await sender.send(sender.signed('{"host":"sent"}'))).body;
    const from_event = { listener_id, event_id };
    expect((await runTest({ from_event })).output).toMatchObject({ event: { host: 'sent' } });
    const answer = await runTest({ from_event, event: { host: 'mine' } });
    expect(answer.output).toMatchObject({ event: { host: 'mine' } });
    expect(await statusOf(runTest({ from_event: { ...from_event, event_id: 'evt_none' } }))).toBe(
      404,
    );
  });

  it('uses the results and the item of an iteration of the earlier run', async () => {
    const setup = await open();
    const { scene } = setup.line;
    const from_execution = await createSavedRun(setup);
    const graph = graphOf(
      'start -> each:loop -body-> fetch:http_request -> turned:loop_end -> end',
    );
    const at = new Date(0).toISOString();
    const write = (lane: string, fields: Partial<Lane>) =>
      laneStore(scene.db, scene.tenant_id).create(from_execution, {
        lane,
        state: 'SUCCEEDED',
        results: {},
        inline_bytes: 0,
        errors: [],
        created_at: at,
        updated_at: at,
        ...fields,
      });
    const item_ref = `${scene.tenant_id}/${from_execution}/item.json`;
    await scene.files.put(item_ref, '{"id":7}');
    const results = { fetch: result('SUCCEEDED', { output: 'in turn 2' }) };
    await write(lanePathOf('', 'each', 1), { results, item_ref });
    const inTurn = { graph, node_id: 'fetch', from_execution };
    expect(
      (await setup.runTest({ ...inTurn, lane: lanePathOf('', 'each', 1) })).output,
    ).toMatchObject({
      nodes: { fetch: 'in turn 2' },
      turn: { index: 1, item: { id: 7 } },
    });
    expect(await statusOf(setup.runTest({ ...inTurn, lane: lanePathOf('', 'each', 5) }))).toBe(400);
  });

  it('uses the graph of a version, or of the draft by default', async () => {
    const { line, runTest } = await open();
    const { scene, bot_id } = line;
    const draft = drawBot('Isolate', 'first:start -> end');
    await scene.bots.updateBot(scene.root, { bot_id, base_version: 1, ...draft });
    const start = { node_id: 'start', graph: undefined };
    const first = { node_id: 'first', graph: undefined };
    expect((await runTest({ ...start, version: 1 })).input).toMatchObject({ name: 'start' });
    expect((await runTest(first)).input).toMatchObject({ name: 'first' });
    expect(await statusOf(runTest(start))).toBe(404);
    expect(await statusOf(runTest({ ...first, version: 1 }))).toBe(404);
  });

  it.each([
    ['a node that is not drawn', { node_id: 'none' }],
    ['a version that does not exist', { graph: undefined, version: 9 }],
    ['a run that does not exist', { from_execution: 'exc_none' }],
    ['a bot that does not exist', { bot_id: 'bot_none' }],
  ])('refuses %s', async (_, input) => {
    const { runTest } = await open();
    expect(await statusOf(runTest(input))).toBe(404);
  });

  it('refuses the run of another bot or organisation', async () => {
    const setup = await open();
    const from_execution = await createSavedRun(setup);
    const bot_id = await setup.line.publish('Other');
    expect(await statusOf(setup.runTest({ bot_id, from_execution }))).toBe(404);
    const stranger = await open();
    expect(await statusOf(stranger.runTest({ from_execution }))).toBe(404);
  });
});
