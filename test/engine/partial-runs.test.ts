import { check } from '#lib/engine/check.ts';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { graphNode } from '#lib/domain/bots/bot.schema.ts';
import { runFolder } from '#lib/domain/executions/lanes/lane.rules.ts';
import { reusableResults } from '#lib/domain/executions/runs/resume.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);

const call = (path: string) => ({ method: 'POST', url: target.url(path) });
const calledPaths = () => target.seen.map(({ path }) => path.slice(1));

const changeNode = (graph: Graph, id: string, fields: Partial<GraphNode>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? { ...node, ...fields } : node)),
});

const threeRequests = () =>
  draw('start -> one:http_request -> two:http_request -> three:http_request -> end', {
    one: call('one'),
    two: call('two'),
    three: call('three'),
  });

describe('a node that is switched off', () => {
  it('is skipped even with invalid settings', async () => {
    const world = open();
    const graph = changeNode(threeRequests(), 'two', { disabled: true, settings: { url: '' } });
    expect(check(graph)).toEqual([]);
    const run = await world.drive(await world.start(graph));
    expect([run.state, calledPaths()]).toEqual(['SUCCEEDED', ['one', 'three']]);
    expect(run.results.two).toMatchObject({ status: 'SUCCEEDED', skipped: 'disabled' });
  });

  it.each([
    ['start', 'start -> end'],
    ['ask', 'start -> ask:approval -approved-> end\nask -rejected-> end'],
    ['each', 'start -> each:loop -body-> x:delay -> over:loop_end -> end'],
    ['risky', 'start -> risky:condition -yes-> end\nrisky -no-> end'],
  ])('is refused if it decides how the run continues: %s', (id, drawing) => {
    const graph = changeNode(draw(drawing), id, { disabled: true });
    expect(check(graph).map(({ message }) => message)).toContain(
      `"${id}" cannot be switched off: it decides how the run continues.`,
    );
  });
});

describe('pinned data', () => {
  const pinned = { output: { body: { id: 7 } } };
  const pinnedGraph = () => changeNode(threeRequests(), 'one', { pinned });

  it('replaces the output of a node in a run that uses pins', async () => {
    const world = open();
    const graph = changeNode(pinnedGraph(), 'two', {
      settings: { method: 'POST', url: `${target.url('two')}/{% $nodes.one.body.id %}` },
    });
    const id = await world.start(graph, {}, undefined, { use_pins: true });
    const run = await world.drive(id);
    expect([run.state, calledPaths()]).toEqual(['SUCCEEDED', ['two/7', 'three']]);
    expect(run.results.one).toMatchObject({ skipped: 'pinned', output: pinned.output });
  });

  it('is ignored in a run that does not use pins', async () => {
    const world = open();
    const run = await world.drive(await world.start(pinnedGraph()));
    expect([run.state, calledPaths()]).toEqual(['SUCCEEDED', ['one', 'two', 'three']]);
  });

  it('is limited to 32 KB', () => {
    const node = { id: 'a', type: 'delay', name: 'A', position: { x: 0, y: 0 } };
    const nodeWithOutput = (length: number) => ({
      ...node,
      pinned: { output: 'x'.repeat(length) },
    });
    expect(graphNode.safeParse(nodeWithOutput(32 * 1024 - 2)).success).toBe(true);
    expect(graphNode.safeParse(nodeWithOutput(32 * 1024)).error?.issues[0]?.message).toBe(
      'Pinned data must not be larger than 32 KB.',
    );
  });
});

describe('a run up to a node', () => {
  it('ends after that node', async () => {
    const world = open();
    const run = await world.drive(
      await world.start(threeRequests(), {}, undefined, { until: 'two' }),
    );
    expect([run.state, calledPaths()]).toEqual(['SUCCEEDED', ['one', 'two']]);
  });

  it('ends every iteration at that node, and itself after the loop', async () => {
    const world = open();
    const graph = draw(
      'start -> each:loop -body-> one:http_request -> two:http_request -> over:loop_end\n' +
        'over -> three:http_request -> end',
      {
        each: { items_to_iterate: "{% ['a', 'b'] %}" },
        one: call('one'),
        two: call('two'),
        three: call('three'),
      },
    );
    const run = await world.drive(await world.start(graph, {}, undefined, { until: 'one' }));
    expect([run.state, calledPaths()]).toEqual(['SUCCEEDED', ['one', 'one']]);
  });

  it('fails when that node fails', async () => {
    target.answer = () => ({ status: 404, body: 'no' });
    const world = open();
    const run = await world.drive(
      await world.start(threeRequests(), {}, undefined, { until: 'one' }),
    );
    expect(run.state).toBe('FAILED');
  });
});

describe('a run that resumes from a node', () => {
  it('takes over earlier results and runs the later nodes again', async () => {
    const world = open();
    const graph = threeRequests();
    const first = await world.drive(await world.start(graph));
    target.seen.splice(0);
    const options = { resumed_from: first._id, from: 'two' };
    const resumedId = await world.startAgain(first, options, reusableResults(first, graph, 'two'));
    const run = await world.drive(resumedId);
    expect(drawRun(graph, run)).toBe('start -> one -> two -> three -> end: SUCCEEDED');
    expect(calledPaths()).toEqual(['two', 'three']);
  });

  it('copies the files that it takes over and fails when they are gone', async () => {
    const world = open();
    target.answer = () => ({ status: 200, body: 'x'.repeat(40_000) });
    const graph = threeRequests();
    const first = await world.drive(await world.start(graph));
    const { files } = world.deps(database.db);
    const resume = async () => {
      const options = { resumed_from: first._id, from: 'two' };
      const reusedResults = reusableResults(first, graph, 'two');
      return world.drive(await world.startAgain(first, options, reusedResults));
    };
    const second = await resume();
    const { output_ref = '' } = second.results.one ?? {};
    expect(output_ref).toContain(second._id);
    await files.removeAll(runFolder(first.tenant_id, first._id));
    expect(await files.get(output_ref)).toContain('xxx');
    expect(await resume()).toMatchObject({
      state: 'FAILED',
      errors: ['The data of the run that this one resumes is no longer kept. Run the bot again.'],
    });
  });

  it('runs every iteration of a loop again', async () => {
    const world = open();
    const graph = draw('start -> each:loop -body-> one:http_request -> over:loop_end -> end', {
      each: { items_to_iterate: "{% ['a', 'b'] %}" },
      one: call('one'),
    });
    const first = await world.drive(await world.start(graph));
    target.seen.splice(0);
    const options = { resumed_from: first._id, from: 'each' };
    const resumedId = await world.startAgain(first, options, reusableResults(first, graph, 'each'));
    expect([(await world.drive(resumedId)).state, calledPaths()]).toEqual([
      'SUCCEEDED',
      ['one', 'one'],
    ]);
  });
});

describe('a loop or parallel without nodes inside', () => {
  it.each([
    ['a loop', 'start -> each:loop -body-> over:loop_end -> one:http_request -> end'],
    [
      'a parallel',
      'start -> each:parallel -> over:merge -> one:http_request -> end\neach -> two:delay -> over',
    ],
  ])('ends at once, and the node after %s runs once', async (_, drawing) => {
    const world = open();
    const graph = draw(drawing, {
      each: drawing.includes('loop') ? { items_to_iterate: "{% ['a', 'b', 'c'] %}" } : {},
      one: call('one'),
    });
    expect(check(graph)).toEqual([]);
    const run = await world.drive(await world.start(graph));
    expect([run.state, calledPaths()]).toEqual(['SUCCEEDED', ['one']]);
  });
});
