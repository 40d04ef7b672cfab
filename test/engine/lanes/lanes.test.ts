import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { check } from '#lib/engine/check.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, withPolicy } from '#test/support/drawing.ts';
import { openHttpTarget } from '../http-target.ts';
import { engineWorld } from '../world.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);

const outputOf = (run: Execution, id: string): unknown => run.results[id]?.output;

/** A request that the target answers; `path` may contain expressions. */
const callSettings = (path: string) => ({ method: 'POST', url: target.url(path) });

beforeEach(() => {
  target.seen = [];
});

const parallelGraph = () =>
  draw(
    `start -> fork:parallel -> left:http_request -> join:merge -> after:http_request -> end
   fork -> right:http_request -> join`,
    { left: callSettings('left'), right: callSettings('right'), after: callSettings('after') },
  );

describe('a parallel', () => {
  it('runs every branch, and its merge contains the result of each', async () => {
    expect(check(parallelGraph())).toEqual([]);
    const world = open();
    const run = await world.drive(await world.start(parallelGraph()));
    expect(run.errors).toEqual([]);
    expect(run.state).toBe('SUCCEEDED');
    expect(outputOf(run, 'join')).toMatchObject({
      left: { status: 'SUCCEEDED', output: { status: 200 } },
      right: { status: 'SUCCEEDED', output: { status: 200 } },
    });
    const paths = target.seen.map(({ path }) => path);
    expect(paths.slice(0, 2).sort()).toEqual(['/left', '/right']);
    expect(paths[2]).toBe('/after');
  });

  it('runs a branch while another one waits for an approval', async () => {
    const graph = draw(
      `start -> fork:parallel -> ask:approval -approved-> left:http_request -> join:merge -> end
       fork -> right:http_request -> join`,
      { left: callSettings('left'), right: callSettings('right'), ask: { message: 'May it?' } },
    );
    expect(check(graph)).toEqual([]);
    const world = open();
    const id = await world.start(graph);
    expect(await world.advance(id)).toMatchObject({ next: 'fork' });
    const waiting = { next: 'pause', node_id: 'ask' };
    expect(await world.advance(id, undefined, 'fork.000000')).toMatchObject(waiting);
    await world.advance(id, undefined, 'fork.000001');
    expect(target.seen.map(({ path }) => path)).toEqual(['/right']);
    const run = await world.drive(id);
    expect(run.state).toBe('SUCCEEDED');
    expect(target.seen.map(({ path }) => path)).toEqual(['/right', '/left']);
  });

  it('is cancelled with the reason when people reject in one branch', async () => {
    const graph = draw(
      `start -> fork:parallel -> ask:approval -approved-> left:http_request -> join:merge -> end
       fork -> right:http_request -> join`,
      { left: callSettings('left'), right: callSettings('right'), ask: { message: 'May it?' } },
    );
    const world = open();
    const run = await world.drive(await world.start(graph), { decisions: { ask: 'reject' } });
    expect(run.state).toBe('CANCELLED');
    expect(run.errors[0]).toContain('Too risky.');
    expect(run.results.join).toBeUndefined();
  });

  it('fails with a failed branch, or continues and reports it in the merge', async () => {
    const drawing = `start -> fork:parallel -> bad:condition -yes-> join:merge -> end
                     fork -> right:http_request -> join`;
    const settings = { right: callSettings('right'), bad: { expression: '{% $error("no") %}' } };
    const world = open();
    const failed = await world.drive(await world.start(draw(drawing, settings)));
    expect(failed.state).toBe('FAILED');
    expect(failed.errors[0]).toContain('"fork" failed. bad:');
    const continueSettings = { ...settings, fork: { on_branch_failure: 'continue' } };
    const run = await world.drive(await world.start(draw(drawing, continueSettings)));
    expect(run.state).toBe('SUCCEEDED');
    expect(outputOf(run, 'join')).toMatchObject({
      bad: { status: 'FAILED', output: null },
      right: { status: 'SUCCEEDED' },
    });
  });
});

const loopOver = (body: string, settings: object, bodySettings: Record<string, object> = {}) =>
  draw(`start -> each:loop -> ${body} -> done:loop_end -> end`, {
    each: settings as Record<string, unknown>,
    ...(bodySettings as Record<string, Record<string, unknown>>),
  });

describe('a loop', () => {
  it('runs its body once for each item and counts the results', async () => {
    const graph = loopOver(
      'tell:http_request',
      { items_to_iterate: '{% $event.hosts %}', max_concurrency: 3 },
      { tell: { ...callSettings('tell'), body: '{% $loop %}' } },
    );
    expect(check(graph)).toEqual([]);
    const world = open();
    const run = await world.drive(await world.start(graph, { hosts: ['a', 'b', 'c', 'd'] }));
    expect(run.errors).toEqual([]);
    expect(outputOf(run, 'done')).toMatchObject({ turns: 4, succeeded: 4, failed: 0, errors: [] });
    expect(target.seen).toHaveLength(4);
    expect(new Set(target.keys()).size).toBe(4);
  });

  it('runs no iteration when it has no items', async () => {
    const graph = loopOver(
      'tell:http_request',
      { items_to_iterate: '{% $event.none %}' },
      { tell: callSettings('tell') },
    );
    const world = open();
    const run = await world.drive(await world.start(graph));
    expect(run.state).toBe('SUCCEEDED');
    expect(outputOf(run, 'done')).toMatchObject({ turns: 0, results: [] });
  });

  it('runs a fixed count, or while a condition on the last result is true', async () => {
    const world = open();
    const countGraph = loopOver(
      'odd:condition -yes-> tell:http_request',
      { loop_type: 'count', count: 5 },
      { odd: { expression: '{% $loop.index % 2 = 1 %}' }, tell: callSettings('tell') },
    );
    const run = await world.drive(await world.start(countGraph));
    expect(outputOf(run, 'done')).toMatchObject({ turns: 5, succeeded: 5 });
    expect(target.seen).toHaveLength(2);
    const whileGraph = loopOver(
      'tell:http_request',
      { loop_type: 'while', condition: '{% $loop.index < 3 or $loop.last.status != 200 %}' },
      { tell: callSettings('tell') },
    );
    const secondRun = await world.drive(await world.start(whileGraph));
    expect(outputOf(secondRun, 'done')).toMatchObject({ turns: 3 });
  });

  it('leaves a long wait for a retry to the state machine and then continues', async () => {
    const busy = new Set(['/b']);
    target.answer = ({ path }) =>
      busy.delete(path)
        ? { status: 429, headers: { 'retry-after': '1800' }, body: 'later' }
        : { status: 200, body: 'ok' };
    const baseGraph = loopOver(
      'tell:http_request',
      { items_to_iterate: '{% ["a", "b", "c"] %}', max_concurrency: 1 },
      { tell: { ...callSettings(''), url: `${target.url('')}{% $loop.item %}` } },
    );
    const graph = withPolicy(baseGraph, 'tell', { retries: 1 });
    const world = open();
    const id = await world.start(graph);
    expect(await world.advance(id)).toMatchObject({ next: 'delay' });
    const run = await world.drive(id);
    expect([run.state, run.errors]).toEqual(['SUCCEEDED', []]);
    expect(target.seen.map(({ path }) => path)).toEqual(['/a', '/b', '/b', '/c']);
  });

  it('runs other iterations during long waits within max_concurrency', async () => {
    const busy = new Set(['/b', '/d']);
    target.answer = ({ path }) =>
      busy.delete(path)
        ? { status: 429, headers: { 'retry-after': '1800' }, body: 'later' }
        : { status: 200, body: 'ok' };
    const baseGraph = loopOver(
      'tell:http_request',
      { items_to_iterate: '{% ["a", "b", "c", "d", "e"] %}', max_concurrency: 2 },
      { tell: { ...callSettings(''), url: `${target.url('')}{% $loop.item %}` } },
    );
    const world = open();
    const id = await world.start(withPolicy(baseGraph, 'tell', { retries: 1 }));
    expect(await world.advance(id)).toMatchObject({ next: 'delay' });
    const paths = () => target.seen.map(({ path }) => path);
    // Both slots are taken by waiting branches: the last one has not begun.
    expect(paths().sort()).toEqual(['/a', '/b', '/c', '/d']);
    const run = await world.drive(id);
    expect([run.state, run.errors]).toEqual(['SUCCEEDED', []]);
    expect(paths().sort()).toEqual(['/a', '/b', '/b', '/c', '/d', '/d', '/e']);
  });

  it('leaves a short wait to the state machine when the engine call is over', async () => {
    const world = open();
    target.answer = () => {
      world.pass(10 * 60_000);
      return target.seen.length < 2 ? { status: 503, body: 'busy' } : { status: 200, body: 'ok' };
    };
    const baseGraph = loopOver(
      'tell:http_request',
      { loop_type: 'count', count: 1 },
      { tell: callSettings('tell') },
    );
    const id = await world.start(withPolicy(baseGraph, 'tell', { retries: 1 }));
    expect(await world.advance(id)).toMatchObject({ next: 'delay' });
    world.pass(5000);
    const run = await world.drive(id);
    expect([run.state, target.seen.length]).toEqual(['SUCCEEDED', 2]);
  });

  it('fails when a while loop reaches its maximum of iterations', async () => {
    const endless = draw('start -> each:loop -> ok:condition -yes-> done:loop_end -> end', {
      each: { loop_type: 'while', condition: '{% true %}', max_iterations: 20 },
      ok: { expression: '{% true %}' },
    });
    const world = open();
    const run = await world.drive(await world.start(endless));
    expect(run.state).toBe('FAILED');
    expect(run.errors[0]).toContain('20 iterations');
  });

  it('waits for a separate approval in every iteration', async () => {
    const graph = loopOver(
      'ask:approval -approved-> tell:http_request',
      { items_to_iterate: '{% $event.hosts %}', max_concurrency: 2 },
      { ask: { message: 'Isolate {% $loop.item %}?' }, tell: callSettings('tell') },
    );
    const world = open();
    const pausedLanes: string[] = [];
    const run = await world.drive(await world.start(graph, { hosts: ['a', 'b', 'c'] }), {
      onPause: (_, __, lane) => pausedLanes.push(lane),
    });
    expect(run.errors).toEqual([]);
    expect(run.state).toBe('SUCCEEDED');
    expect(pausedLanes.sort()).toEqual(['each.000000', 'each.000001', 'each.000002']);
    expect(run.waits).toEqual({});
    expect(outputOf(run, 'done')).toMatchObject({ turns: 3, succeeded: 3 });
  });

  it('reports the number of a failed iteration, counted from 1', async () => {
    const graph = draw('start -> each:loop -> ok:condition -yes-> done:loop_end -> end', {
      each: { items_to_iterate: '{% [1, 0] %}', on_iteration_failure: 'continue' },
      ok: { expression: '{% $loop.item = 1 ? true : $error("No.") %}' },
    });
    const world = open();
    const run = await world.drive(await world.start(graph));
    expect(outputOf(run, 'done')).toMatchObject({ errors: [{ index: 1, iteration: 2 }] });
  });

  it('completes 10,000 iterations', async () => {
    const light = draw('start -> each:loop -> odd:condition -yes-> done:loop_end -> end', {
      each: { items_to_iterate: '{% [1..10000] %}', max_concurrency: 10 },
      odd: { expression: '{% $loop.item % 2 = 1 %}' },
    });
    const world = open();
    const run = await world.drive(await world.start(light));
    expect(run.errors).toEqual([]);
    expect(outputOf(run, 'done') ?? run.results.done?.output_bytes).toBeDefined();
    expect(run.results.each?.lanes).toMatchObject({ planned: 10_000, succeeded: 10_000 });
  });
});

describe('nested lanes', () => {
  it('run a parallel in a loop in a branch', async () => {
    const graph = draw(
      `start -> fork:parallel -> each:loop -> inner:parallel -> left:http_request -> joined:merge
       fork -> right:http_request -> join:merge
       inner -> ask:approval -approved-> joined -> done:loop_end -> join -> end`,
      {
        each: { loop_type: 'count', count: 2 },
        left: { ...callSettings('left'), body: '{% $loop.index %}' },
        right: callSettings('right'),
        ask: { message: 'May it?' },
      },
    );
    expect(check(graph)).toEqual([]);
    const world = open();
    const run = await world.drive(await world.start(graph));
    expect(run.errors).toEqual([]);
    expect(run.state).toBe('SUCCEEDED');
    const paths = target.seen.map(({ path }) => path).sort();
    expect(paths).toEqual(['/left', '/left', '/right']);
  });
});
