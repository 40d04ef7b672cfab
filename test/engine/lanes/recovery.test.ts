import * as fc from 'fast-check';
import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import {
  reportKey,
  reportTask,
  taskInputKey,
} from '#lib/domain/executions/runs/task-report.service.ts';
import { pause } from '#lib/engine/pause.ts';
import { readTaskOutcome } from '#lib/engine/run/task.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openHttpTarget } from '../http-target.ts';
import { engineWorld, tenant } from '../world.ts';
import { blocks, drawBlock } from './blocks.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);
const post = (path: string) => ({ method: 'POST', url: target.url(path) });

type World = ReturnType<typeof engineWorld>;

const lanesOf = async (world: World, { _id }: Execution): Promise<string[]> => {
  const laneStates: string[] = [];
  for await (const { lane, state } of world.lanes().all(_id)) laneStates.push(`${lane} ${state}`);
  return laneStates;
};

/** Asks in every iteration before it calls; iteration 1 of three fails while the target does. */
const approvalLoop = () =>
  draw('start -> each:loop -> ask:approval -approved-> fix:http_request -> done:loop_end -> end', {
    each: { items_to_iterate: '{% $event.hosts %}', max_concurrency: 2 },
    ask: { message: 'May it?' },
    fix: { ...post('fix'), body: '{% $loop.item %}' },
  });

const hosts = { hosts: ['a', 'b', 'c'] };

const failForHost = (host: string) => {
  target.answer = ({ body }) => ({ status: body.toString() === host ? 500 : 200, body: 'ok' });
};

describe('a loop that fails or runs again', () => {
  it('ends its other iterations and cancels their approvals', async () => {
    failForHost('a');
    const world = open();
    const id = await world.start(approvalLoop(), hosts);
    const run = await world.drive(id, { decisions: {} });
    expect(run.state).toBe('FAILED');
    expect(run.errors[0]).toContain('Iteration 1: "fix" failed.');
    const lanes = await lanesOf(world, run);
    expect(lanes[0]).toBe('each.000000 FAILED');
    expect(lanes.every((lane) => !lane.includes('PROGRESS') && !lane.includes('WAIT'))).toBe(true);
    const page = await world.approvals().page({ number_of_items: 100 }, [], () => true);
    const runApprovals = page.items.filter(({ bot_exc_id }) => bot_exc_id === id);
    expect(runApprovals.filter(({ status }) => status === 'pending')).toEqual([]);
  });

  it('cancels its approvals when it fails because no iteration progresses', async () => {
    const world = open();
    const id = await world.start(approvalLoop(), hosts);
    await world.advance(id);
    await world.advance(id, undefined, 'each.000000');
    await world.pause(id, 'ask', 'token', 'each.000000');
    const approvalId = (await world.lanes().get(id, 'each.000000'))?.waiting_for?.approval_id ?? '';
    expect((await world.approvals().get(approvalId))?.status).toBe('pending');
    // Nobody drives the other iterations.
    for (let round = 0; (await world.read(id)).state !== 'FAILED' && round < 20; round += 1) {
      await world.advance(id);
    }
    const run = await world.read(id);
    expect([run.state, run.outcome, run.waiting_for]).toEqual(['FAILED', 'failed', undefined]);
    expect((await world.approvals().get(approvalId))?.status).toBe('cancelled');
    expect((await lanesOf(world, run)).filter((lane) => !lane.endsWith('CANCELLED'))).toEqual([]);
  });

  it('keeps successful iterations and repeats the others in a resumed run', async () => {
    failForHost('c');
    const world = open();
    const failed = await world.drive(await world.start(approvalLoop(), hosts));
    expect(failed.state).toBe('FAILED');
    const before = target.seen.length;
    target.answer = () => ({ body: 'ok' });
    const reusedResults = { start: failed.results.start! };
    const options = { resumed_from: failed._id };
    const run = await world.drive(await world.startAgain(failed, options, reusedResults));
    expect(run.errors).toEqual([]);
    expect(run.state).toBe('SUCCEEDED');
    const newBodies = target.seen.slice(before).map(({ body }) => body.toString());
    expect(newBodies).toEqual(['c']);
    expect(run.results.done?.output).toMatchObject({ turns: 3, succeeded: 3 });
  });

  it('does not repeat successful nodes of an iteration after several resumes', async () => {
    const graph = draw(
      'start -> each:loop -> open:http_request -> close:http_request -> done:loop_end -> end',
      { each: { loop_type: 'count', count: 1 }, open: post('open'), close: post('close') },
    );
    target.answer = ({ path }) => ({ status: path === '/close' ? 500 : 200, body: 'ok' });
    const world = open();
    const resume = async (failed: Execution) => {
      const reusedResults = { start: failed.results.start! };
      return world.drive(
        await world.startAgain(failed, { resumed_from: failed._id }, reusedResults),
      );
    };
    const first = await world.drive(await world.start(graph));
    const second = await resume(first);
    expect([first.state, second.state]).toEqual(['FAILED', 'FAILED']);
    target.answer = () => ({ body: 'ok' });
    const third = await resume(second);
    expect([third.state, third.errors]).toEqual(['SUCCEEDED', []]);
    const paths = target.seen.map(({ path }) => path);
    expect(paths).toEqual(['/open', '/close', '/close', '/close']);
  });

  it('does not repeat successful iterations after an aborted resume', async () => {
    const graph = draw('start -> each:loop -> fix:http_request -> done:loop_end -> end', {
      each: { loop_type: 'count', count: 3, max_concurrency: 3 },
      fix: { ...post('fix'), body: '{% $string($loop.index) %}' },
    });
    const otherCallCount = () => target.seen.filter(({ body }) => body.toString() !== '0').length;
    target.answer = async ({ body }) => {
      if (body.toString() !== '0') return { body: 'ok' };
      while (otherCallCount() < 2) await new Promise(setImmediate);
      return { status: 500 };
    };
    const world = open();
    const first = await world.drive(await world.start(graph));
    expect([first.state, target.seen.length]).toEqual(['FAILED', 3]);
    const reusedResults = { start: first.results.start! };
    const second = await world.startAgain(first, { resumed_from: first._id }, reusedResults);
    const deps = world.deps(database.db);
    const end = { state: 'CANCELLED' as const, cause: 'Aborted.', now: deps.clock() };
    await closeRun(deps, { tenant_id: tenant, _id: second }, end);
    target.answer = () => ({ body: 'ok' });
    const third = await world.drive(
      await world.startAgain(first, { resumed_from: second }, reusedResults),
    );
    expect([third.state, third.errors]).toEqual(['SUCCEEDED', []]);
    expect(target.seen.slice(3).map(({ body }) => body.toString())).toEqual(['0']);
  });

  it('does not need the earlier run after its iterations were taken over', async () => {
    const large = 'x'.repeat(40_000);
    const answers = (failingHost: string) => {
      target.answer = ({ body }) =>
        body.toString() === failingHost ? { status: 500 } : { body: `${body.toString()}${large}` };
    };
    answers('c');
    const world = open();
    const failed = await world.drive(await world.start(approvalLoop(), hosts));
    answers('');
    const options = { resumed_from: failed._id };
    const reusedResults = { start: failed.results.start! };
    const id = await world.startAgain(failed, options, reusedResults);
    expect(await world.advance(id)).toMatchObject({ next: 'fork', parts: ['000002'] });
    await world.deps(database.db).files.removeAll(`${tenant}/${failed._id}`);
    await world.lanes().removeAll(failed._id);
    const run = await world.drive(id);
    expect([run.state, run.errors]).toEqual(['SUCCEEDED', []]);
    expect(run.results.each?.lanes).toMatchObject({ succeeded: 3 });
    const outputText = await world.deps(database.db).files.get(run.results.done?.output_ref ?? '');
    expect(JSON.parse(outputText ?? '').results).toMatchObject(
      ['a', 'b', 'c'].map((host) => ({ body: `${host}${large}` })),
    );
  });

  it('fails a resumed run when the data of its iterations are gone', async () => {
    target.answer = ({ body }) =>
      body.toString() === 'c' ? { status: 500 } : { body: 'x'.repeat(40_000) };
    const world = open();
    const failed = await world.drive(await world.start(approvalLoop(), hosts));
    await world.deps(database.db).files.removeAll(`${tenant}/${failed._id}`);
    const before = target.seen.length;
    const reusedResults = { start: failed.results.start! };
    const options = { resumed_from: failed._id };
    const run = await world.drive(await world.startAgain(failed, options, reusedResults));
    expect(run.state).toBe('FAILED');
    expect(run.errors[0]).toContain('that this one resumes is no longer kept. Run the bot again.');
    expect(target.seen.length).toBe(before);
  });

  it('repeats a successful iteration on request, with the lanes inside', async () => {
    const graph = draw(
      'start -> each:loop -> both:loop -> fix:http_request -> meet:loop_end -> done:loop_end -> end',
      {
        each: { loop_type: 'count', count: 2 },
        both: { loop_type: 'count', count: 2 },
        fix: { ...post('fix'), body: '{% $loop.outer.index & "/" & $loop.index %}' },
      },
    );
    const world = open();
    const first = await world.drive(await world.start(graph));
    expect(first.errors).toEqual([]);
    const options = { resumed_from: first._id, only: { node_id: 'each', index: 1 } };
    const reusedResults = { start: first.results.start! };
    const run = await world.drive(await world.startAgain(first, options, reusedResults));
    expect(run.state).toBe('SUCCEEDED');
    expect(target.seen.slice(4).map(({ body }) => body.toString())).toEqual(['1/0', '1/1']);
  });

  it('can be run again in a single iteration', async () => {
    const world = open();
    const first = await world.drive(await world.start(approvalLoop(), hosts));
    expect(first.state).toBe('SUCCEEDED');
    const before = target.seen.length;
    const options = { resumed_from: first._id, only: { node_id: 'each', index: 1 } };
    const reusedResults = { start: first.results.start! };
    const run = await world.drive(await world.startAgain(first, options, reusedResults));
    expect(run.state).toBe('SUCCEEDED');
    expect(target.seen.slice(before).map(({ body }) => body.toString())).toEqual(['b']);
    expect(run.results.done?.output).toMatchObject({ turns: 1, succeeded: 1 });
    expect(run.results.end).toBeUndefined();
  });
});

describe('a run that is aborted', () => {
  it('ends all of its lanes, and a late step of a lane changes nothing', async () => {
    const world = open();
    const id = await world.start(approvalLoop(), hosts);
    let step = await world.advance(id);
    if (step.next !== 'fork') throw new Error('The run does not fork.');
    const lane = `${step.of}.${step.parts[0]}`;
    step = await world.advance(id, database.db, lane);
    expect(step).toMatchObject({ next: 'pause', node_id: 'ask' });
    await world.pause(id, 'ask', 'token', lane);
    expect((await world.read(id)).state).toBe('WAITING_FOR_APPROVAL');
    expect(Object.values((await world.read(id)).waits)).toMatchObject([{ lane, kind: 'approval' }]);
    const deps = world.deps(database.db);
    const end = { state: 'CANCELLED' as const, cause: 'Aborted.', now: deps.clock() };
    expect(await closeRun(deps, { tenant_id: tenant, _id: id }, end)).toBe(true);
    const run = await world.read(id);
    const lanes = await lanesOf(world, run);
    expect(lanes.every((one) => one.endsWith('CANCELLED'))).toBe(true);
    expect(await world.advance(id, database.db, lane)).toEqual({ next: 'done' });
    expect(target.seen).toEqual([]);
    const page = await world.approvals().page({ number_of_items: 100 }, [], () => true);
    const runApprovals = page.items.filter(({ bot_exc_id }) => bot_exc_id === id);
    expect(runApprovals.map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('stops between iterations of a loop that runs within one engine call', async () => {
    const world = open();
    const graph = draw('start -> each:loop -> fix:http_request -> done:loop_end -> end', {
      each: { loop_type: 'count', count: 50 },
      fix: post('fix'),
    });
    const id = await world.start(graph);
    const deps = world.deps(database.db);
    target.answer = async () => {
      if (target.seen.length === 3) {
        const end = { state: 'CANCELLED' as const, cause: 'Aborted.', now: deps.clock() };
        await closeRun(deps, { tenant_id: tenant, _id: id }, end);
      }
      return { body: 'ok' };
    };
    const run = await world.drive(id);
    expect([run.state, target.seen.length]).toEqual(['CANCELLED', 3]);
  });
});

describe('a lane that continues after the deadline of its run', () => {
  it('fails with the reason, and fails its run', async () => {
    const world = open();
    const id = await world.start(approvalLoop(), hosts);
    const step = await world.advance(id);
    if (step.next !== 'fork') throw new Error('The run does not fork.');
    const lane = `${step.of}.${step.parts[0]}`;
    world.pass(25 * 3600_000);
    expect(await world.advance(id, database.db, lane)).toMatchObject({ error: 'DeadlinePassed' });
    const run = await world.drive(id);
    expect(run.state).toBe('FAILED');
    expect(run.errors[0]).toContain('did not end before its deadline');
    expect(target.seen).toEqual([]);
  });
});

describe('a while loop whose condition reads the time', () => {
  const RealDate = Date;
  afterEach(() => {
    globalThis.Date = RealDate;
  });

  it('keeps the iteration that was running when the time was over', async () => {
    const world = open();
    const tenMinutes = 600_000;
    target.answer = ({ path }) => {
      // The second iteration takes longer than an engine call works, and than the condition allows.
      if (path === '/1') {
        world.pass(tenMinutes + 1);
        globalThis.Date = class extends RealDate {
          constructor(...args: ConstructorParameters<typeof Date> | []) {
            super(...((args.length > 0 ? args : ['2101-01-01']) as [string]));
          }
        } as DateConstructor;
      }
      return { status: 200, body: 'ok' };
    };
    const drawing = 'start -> each:loop -> page:http_request -> kept:http_request -> done:loop_end';
    const graph = draw(`${drawing} -> end`, {
      kept: post('kept'),
      each: {
        loop_type: 'while',
        condition: "{% $loop.index < 9 and $millis() < $toMillis('2100-01-01T00:00:00Z') %}",
      },
      page: { method: 'POST', url: `${target.url('')}{% $string($loop.index) %}` },
    });
    const run = await world.drive(await world.start(graph));
    expect([run.state, run.errors]).toEqual(['SUCCEEDED', []]);
    expect(run.results.each?.lanes).toMatchObject({ planned: 2, succeeded: 2 });
  });
});

describe('long loops that wait', () => {
  it('are handed out in windows of 1,000 iterations', async () => {
    const world = open();
    const graph = draw('start -> each:loop -> wait:delay -> done:loop_end -> end', {
      each: { loop_type: 'count', count: 1001, max_concurrency: 40 },
      wait: { seconds: 1 },
    });
    const id = await world.start(graph);
    const step = await world.advance(id);
    expect(step).toMatchObject({
      next: 'fork',
      of: 'each',
      parts: ['000000-000999', '001000-001000'],
      max_concurrency: 1,
    });
    const run = await world.drive(id);
    expect(run.errors).toEqual([]);
    expect(run.results.each?.lanes).toMatchObject({ planned: 1001, succeeded: 1001, failed: 0 });
  });
});

describe('consecutive loops that wait', () => {
  it('run up to 100 iterations in the run itself, and more in a window', async () => {
    const world = open();
    const graph = draw(
      `start -> few:loop -> nap:delay -> enough:loop_end -> many:loop
      many -> wait:delay -> done:loop_end -> end`,
      {
        few: { loop_type: 'count', count: 100 },
        many: { loop_type: 'count', count: 101 },
        nap: { seconds: 1 },
        wait: { seconds: 1 },
      },
    );
    const partCounts: number[] = [];
    const run = await world.drive(await world.start(graph), {
      onFork: (lane, parts) => void (lane === '' && partCounts.push(parts.length)),
    });
    expect(run.errors).toEqual([]);
    expect(partCounts).toEqual([100, 1]);
    expect(run.results.many?.lanes).toMatchObject({ planned: 101, succeeded: 101 });
  });
});

describe('waiting iterations of all loops of a lane', () => {
  it('run in a window after the first 500, one by one', async () => {
    const world = open();
    const graph = draw(
      `start -> first:loop -> nap:delay -> once:loop_end -> second:loop
      second -> doze:delay -> twice:loop_end -> few:loop -> rest:delay -> all:loop_end -> end`,
      {
        first: { loop_type: 'while', condition: '{% $loop.index < 300 %}' },
        second: { loop_type: 'while', condition: '{% $loop.index < 300 %}' },
        few: { loop_type: 'count', count: 2 },
        nap: { seconds: 1 },
        doze: { seconds: 1 },
        rest: { seconds: 1 },
      },
    );
    const startedParts: string[] = [];
    const run = await world.drive(await world.start(graph), {
      onFork: (lane, parts) => void (lane === '' && startedParts.push(...parts)),
    });
    expect(run.errors).toEqual([]);
    expect(startedParts).toHaveLength(300 + 200 + 2);
    expect(startedParts.slice(-2)).toEqual(['000200-000999', '000000-000001']);
    expect(run.results.second?.lanes).toMatchObject({ planned: 300, succeeded: 300 });
    expect(run.results.few?.lanes).toMatchObject({ planned: 2, succeeded: 2 });
  });

  it('fail with the error of a while condition, also within a window', async () => {
    const world = open();
    const graph = draw('start -> each:loop -> nap:delay -> done:loop_end -> end', {
      each: { loop_type: 'while', condition: "{% $loop.index < 502 or $error('No more.') %}" },
      nap: { seconds: 1 },
    });
    const run = await world.drive(await world.start(graph));
    expect(run.errors).toEqual([expect.stringMatching(/^"each" failed. .*No more/)]);
    expect(run.results.each?.lanes).toMatchObject({ planned: 502, succeeded: 502 });
  });
});

describe('a lane whose state machine was lost', () => {
  it('fails with the reason, and fails its run', async () => {
    const world = open();
    const id = await world.start(approvalLoop(), hosts);
    await world.advance(id);
    await world.lost(id, 'States.Timeout', 'It was silent.', 'each.000000');
    const run = await world.drive(id);
    expect(run.state).toBe('FAILED');
    const reason = 'The engine could not continue this branch or iteration (States.Timeout).';
    expect(run.errors).toEqual([`"each" failed. Iteration 1: ${reason}`]);
    expect((await world.lanes().get(id, 'each.000000'))?.errors).toEqual([
      reason,
      'It was silent.',
    ]);
  });
});

describe('a long task', () => {
  it('starts with its input, and its report ends the pause with the outcome', async () => {
    const world = open();
    const id = await world.start(draw('start -> scan:delay -> end'));
    const until = '2026-03-01T12:00:00.000Z';
    await world.runs().commit(id, {
      results: {
        scan: {
          status: 'IN_PROGRESS',
          attempt: 1,
          started_at: '2026-03-01T10:00:00.000Z',
          input: { query: 'select 1' },
        },
      },
      waiting_for: { node_id: 'scan', kind: 'task', until },
      updated_at: '2026-03-01T10:00:00.000Z',
    });
    const startedTasks: LongTask[] = [];
    const deps = {
      ...world.deps(database.db),
      tasks: { begin: async (task: LongTask) => void startedTasks.push(task) },
    };
    const position = { bot_exc_id: id, lane: '', node_id: 'scan' };
    await pause(deps)({ ...position, tenant_id: tenant, token: 'the token' });
    const input = { query: 'select 1' };
    const task = { ...position, tenant_id: tenant, until };
    expect(startedTasks).toEqual([task]);
    expect(JSON.parse((await deps.files.get(taskInputKey(task))) ?? '')).toEqual(input);
    expect(world.resumed).toEqual([]);
    expect(await readTaskOutcome(deps, tenant, position, until)).toBeUndefined();
    const runner = {
      resume: async (token: string) => (await deps.resume(token), 'resumed' as const),
    };
    await reportTask({ ...deps, runner })(task, { output: { rows: 3 } });
    expect(world.resumed).toEqual(['the token']);
    const outcome = { type: 'done', output: { rows: 3 }, handle: 'next' };
    expect(await readTaskOutcome(deps, tenant, position, until)).toEqual(outcome);
  });

  it('keeps the output of a failed report', async () => {
    const world = open();
    const deps = { ...world.deps(database.db), runner: { resume: async () => 'resumed' as const } };
    const position = { bot_exc_id: 'exc_refused', lane: '', node_id: 'call' };
    const until = '2026-03-01T12:00:00.000Z';
    const report = { error: 'The address answered with status 500.', output: { status: 500 } };
    await reportTask(deps)({ ...position, tenant_id: tenant, until }, report);
    expect(await readTaskOutcome(deps, tenant, position, until)).toEqual({
      type: 'failed',
      ...report,
    });
  });

  it('fails when it does not report in time', async () => {
    const world = open();
    const position = { bot_exc_id: 'exc_silent', lane: '', node_id: 'scan' };
    const until = '2026-03-01T10:00:01.000Z';
    world.pass(1000);
    const outcome = await readTaskOutcome(world.deps(database.db), tenant, position, until);
    expect(outcome).toMatchObject({
      type: 'failed',
      error: expect.stringContaining('did not report'),
    });
  });

  it('keeps only its first report', async () => {
    const world = open();
    const deps = { ...world.deps(database.db), runner: { resume: async () => 'resumed' as const } };
    const position = { bot_exc_id: 'exc_task', lane: 'each.000001', node_id: 'scan' };
    const task = { ...position, tenant_id: tenant, until: '2026-03-01T12:00:00.000Z' };
    await reportTask(deps)(task, { output: { rows: 3 } });
    await reportTask(deps)(task, { error: 'Too late.' });
    const storedReport = await deps.files.get(reportKey(task));
    expect(JSON.parse(storedReport ?? '')).toEqual({ output: { rows: 3 } });
  });
});

describe('any bot of lanes with one failing database call', () => {
  it('ends in the same state and repeats at most three effects', async () => {
    const failure = fc.record({
      at: fc.integer({ min: 1, max: 60 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    });
    await fc.assert(
      fc.asyncProperty(blocks, failure, async (block, fails) => {
        const { graph, decisions } = drawBlock(block, target.url);
        // Waiting in vain makes the clock jump.
        const settings = { deadline_minutes: 525_600, allow_overlap: false };
        const world = engineWorld(database, [target.pair()], { settings });
        target.seen = [];
        const undisturbedRun = await world.drive(await world.start(graph), { decisions });
        const plannedEffects = new Set(target.keys().map((key) => key.slice(key.indexOf(':'))));
        target.seen = [];
        const interruptedRun = await world.drive(await world.start(graph), { decisions, fails });
        expect(interruptedRun.state).toBe(undisturbedRun.state);
        const keys = target.keys();
        const performedEffects = new Set(keys.map((key) => key.slice(key.indexOf(':'))));
        if (undisturbedRun.state === 'SUCCEEDED') expect(performedEffects).toEqual(plannedEffects);
        expect(keys.length - new Set(keys).size).toBeLessThanOrEqual(3);
        target.seen = [];
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});
