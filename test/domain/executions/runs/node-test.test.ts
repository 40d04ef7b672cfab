import type { Caller } from '#lib/kernel/caller.ts';
import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { laneOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { graphOf } from '../../bots/drawn.ts';
import { openSender } from '../../listeners/sender.ts';
import { statusOf } from '../../scene.ts';
import { openLine } from '../line.ts';
import { commit, result } from '../runs.ts';

const world = openTestDatabase();

const open = async () => {
  const line = await openLine(world);
  const { scene, executions, bot_id } = line;
  const drawing = graphOf('start -> fetch:http_request -> large:http_request -> end');
  const ask = (input: object, caller: Caller = scene.root) =>
    executions.testNode(
      caller,
      executionRoutes.testNode.input.parse({ bot_id, node_id: 'large', graph: drawing, ...input }),
    );
  return { line, ask };
};

/** A run with an input, a small output, and one in files. */
const saved = async ({ line }: Awaited<ReturnType<typeof open>>) => {
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

describe('a test of one node', () => {
  it('gets the data that is given, and changes nothing unless told', async () => {
    const { ask } = await open();
    const nodes = { fetch: { status: 200 } };
    expect(await ask({ event: { host: 'db' }, nodes })).toEqual({
      status: 'SUCCEEDED',
      input: { name: 'large', dry_run: true },
      output: { event: { host: 'db' }, nodes: { start: { host: 'db' }, ...nodes } },
      duration_ms: 1,
    });
    expect((await ask({ dry_run: false })).input).toEqual({ name: 'large', dry_run: false });
  });

  it('gets the data of an earlier run, and what is given before it', async () => {
    const opened = await open();
    const from_execution = await saved(opened);
    const all = { start: { host: 'web' }, fetch: { large: true }, end: 1 };
    expect((await opened.ask({ from_execution })).output).toEqual({
      event: { host: 'web' },
      nodes: all,
    });
    const given = { from_execution, nodes: { fetch: 'mine' } };
    expect((await opened.ask(given)).output).toMatchObject({ nodes: { ...all, fetch: 'mine' } });
  });

  it('gets no data of a run that the person may not read', async () => {
    const opened = await open();
    const from_execution = await saved(opened);
    const { tenant_id } = opened.line.scene;
    const starts = { create_bot_execution: true } as const;
    const tester = (bot_execution: typeof starts & { read_bot_execution?: true }) => {
      const policies = { ALLOW: { bot_execution }, DENY: {} };
      const roles = [{ _id: 'role_1', name: 'Tester', policies }];
      return person(tenant_id, 'tess@example.com', { userType: 'SUBUSER', roles });
    };
    const reader = tester({ ...starts, read_bot_execution: true });
    expect(await statusOf(opened.ask({ from_execution }, tester(starts)))).toBe(403);
    expect(await statusOf(opened.ask({ from_execution }, reader))).toBe(200);
  });

  it('gets an event that a listener received, unless one is written', async () => {
    const { line, ask } = await open();
    const sender = await openSender(line.scene);
    const { listener_id } = sender;
    const { event_id } = (await sender.send(sender.signed('{"host":"sent"}'))).body;
    const from_event = { listener_id, event_id };
    expect((await ask({ from_event })).output).toMatchObject({ event: { host: 'sent' } });
    const written = await ask({ from_event, event: { host: 'mine' } });
    expect(written.output).toMatchObject({ event: { host: 'mine' } });
    expect(await statusOf(ask({ from_event: { ...from_event, event_id: 'evt_none' } }))).toBe(404);
  });

  it('gets the results and the item of a turn of that run', async () => {
    const opened = await open();
    const { scene } = opened.line;
    const from_execution = await saved(opened);
    const graph = graphOf(
      'start -> each:loop -body-> fetch:http_request -> turned:loop_end -> end',
    );
    const at = new Date(0).toISOString();
    const write = (lane: string, more: Partial<Lane>) =>
      laneStore(scene.db, scene.tenant_id).create(from_execution, {
        lane,
        state: 'SUCCEEDED',
        results: {},
        inline_bytes: 0,
        errors: [],
        created_at: at,
        updated_at: at,
        ...more,
      });
    const item_ref = `${scene.tenant_id}/${from_execution}/item.json`;
    await scene.files.put(item_ref, '{"id":7}');
    const results = { fetch: result('SUCCEEDED', { output: 'in turn 2' }) };
    await write(laneOf('', 'each', 1), { results, item_ref });
    const inTurn = { graph, node_id: 'fetch', from_execution };
    expect((await opened.ask({ ...inTurn, lane: laneOf('', 'each', 1) })).output).toMatchObject({
      nodes: { fetch: 'in turn 2' },
      turn: { index: 1, item: { id: 7 } },
    });
    expect(await statusOf(opened.ask({ ...inTurn, lane: laneOf('', 'each', 5) }))).toBe(400);
  });

  it('reads the graph of a version, and the draft where none is named', async () => {
    const { ask } = await open();
    const start = { node_id: 'start', graph: undefined };
    expect((await ask({ ...start, version: 1 })).input).toMatchObject({ name: 'start' });
    expect((await ask(start)).input).toMatchObject({ name: 'start' });
  });

  it.each([
    ['a node that is not drawn', { node_id: 'none' }],
    ['a version that does not exist', { graph: undefined, version: 9 }],
    ['a run that does not exist', { from_execution: 'exc_none' }],
    ['a bot that does not exist', { bot_id: 'bot_none' }],
  ])('of %s is refused', async (_, input) => {
    const { ask } = await open();
    expect(await statusOf(ask(input))).toBe(404);
  });

  it("reads no other bot's run", async () => {
    const opened = await open();
    const from_execution = await saved(opened);
    const bot_id = await opened.line.publish('Other');
    expect(await statusOf(opened.ask({ bot_id, from_execution }))).toBe(404);
    const stranger = await open();
    expect(await statusOf(stranger.ask({ from_execution }))).toBe(404);
  });
});
