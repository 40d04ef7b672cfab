import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { graphOf } from '../bots/drawn.ts';
import { statusOf } from '../scene.ts';
import { openLine } from './line.ts';
import { commit, result } from './runs.ts';

const world = openTestDatabase();

const open = async () => {
  const line = await openLine(world);
  const { scene, executions, bot_id } = line;
  const drawing = graphOf('start -> fetch:http_request -> large:http_request -> end');
  const ask = (input: object) =>
    executions.testNode(
      scene.root,
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
