import { runFolder } from '#lib/domain/executions/lanes/lane.rules.ts';
import { check } from '#lib/engine/check.ts';
import { retryDelayMs } from '#lib/engine/run/policy.ts';
import { failed } from '#lib/engine/nodes/node.ts';
import type { Database } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun, withPolicy } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);

const post = (path: string) => ({ method: 'POST', url: target.url(path) });

/** The target answers with these statuses, one per call, and then with 200. */
const answerWithStatuses = (...statuses: number[]) => {
  target.answer = () => ({ status: statuses.shift() ?? 200, body: 'ok' });
};

const oneCall = () => draw('start -> fix:http_request -> end', { fix: post('fix') });

describe('a node with retries', () => {
  it('succeeds at a later attempt and uses one idempotency key for all', async () => {
    answerWithStatuses(503, 502);
    const world = open();
    const graph = withPolicy(oneCall(), 'fix', { retries: 2, retry_seconds: 30 });
    expect(check(graph)).toEqual([]);
    const run = await world.drive(await world.start(graph));
    expect(drawRun(graph, run)).toBe('start -> fix -> end: SUCCEEDED');
    expect(run.results.fix).toMatchObject({ status: 'SUCCEEDED', attempt: 3 });
    expect(run.results.fix?.error).toBeUndefined();
    const { attempts = [], started_at, duration_ms = 0 } = run.results.fix ?? {};
    expect(attempts.map(({ error }) => error)).toEqual([
      expect.stringContaining('503'),
      expect.stringContaining('502'),
    ]);
    // It began with its first attempt, and its duration is the sum of all attempts.
    expect(attempts[0]?.started_at).toBe(started_at);
    const earlier = attempts.map((one) => one.duration_ms ?? 0);
    expect(duration_ms).toBeGreaterThanOrEqual(earlier.reduce((ms, one) => ms + one, 0));
    expect(new Set(target.keys()).size).toBe(1);
  });

  it('shows the error and the time of the next attempt while it waits', async () => {
    answerWithStatuses(503);
    const world = open();
    const id = await world.start(withPolicy(oneCall(), 'fix', { retries: 1, retry_seconds: 600 }));
    const step = await world.advance(id);
    expect(step).toEqual({ next: 'delay', until: '2026-03-01T10:10:00.000Z' });
    const run = await world.read(id);
    expect(run.waiting_for).toMatchObject({ node_id: 'fix', kind: 'retry' });
    expect(run.results.fix).toMatchObject({ status: 'IN_PROGRESS', attempt: 1 });
    expect(run.results.fix?.error).toContain('503');
    expect(await world.advance(id)).toEqual(step);
    expect(target.seen).toHaveLength(1);
  });

  it('fails when its retries are used up', async () => {
    answerWithStatuses(500, 500, 500, 500);
    const world = open();
    const run = await world.drive(await world.start(withPolicy(oneCall(), 'fix', { retries: 2 })));
    expect([run.state, target.seen.length]).toEqual(['FAILED', 3]);
  });

  it('is not retried after a permanent error', async () => {
    answerWithStatuses(404, 404);
    const world = open();
    const run = await world.drive(await world.start(withPolicy(oneCall(), 'fix', { retries: 3 })));
    expect([run.state, target.seen.length]).toEqual(['FAILED', 1]);
  });

  it.each([
    [{ retries: 3 }, 1, undefined, 5_000],
    [{ retries: 3 }, 2, undefined, 10_000],
    [{ retries: 3, retry_seconds: 10, backoff: 3 }, 3, undefined, 90_000],
    [{ retries: 3 }, 4, undefined, undefined],
    [{ retries: 3 }, 1, 'no' as const, undefined],
    [{ retries: 3 }, 1, 60_000, 60_000],
    [{ retries: 9, retry_seconds: 3600, backoff: 10 }, 5, undefined, 3600_000],
  ])('waits with %j after attempt %i (retry %s) for %s ms', (policy, attempt, retry, ms) => {
    const node = withPolicy(draw('start -> fix:http_request -> end'), 'fix', policy).nodes[1];
    const failure = { ...failed('Why.'), ...(retry !== undefined && { retry }) };
    expect(node && retryDelayMs(node, attempt, failure)).toBe(ms);
  });

  it('waits for a short retry inside a loop without its own state machine', async () => {
    answerWithStatuses(503);
    const world = open();
    const graph = withPolicy(
      draw('start -> each:loop -> fix:http_request -> done:loop_end -> end', {
        each: { loop_type: 'count', count: 2 },
        fix: post('fix'),
      }),
      'fix',
      { retries: 1, retry_seconds: 1 },
    );
    const run = await world.drive(await world.start(graph));
    expect(run.errors).toEqual([]);
    expect([run.state, target.seen.length]).toEqual(['SUCCEEDED', 3]);
  });
});

describe('a node that fails', () => {
  it('fails the run by default', async () => {
    answerWithStatuses(500);
    const world = open();
    const graph = oneCall();
    const run = await world.drive(await world.start(graph));
    expect(drawRun(graph, run)).toBe('start -> fix (FAILED): FAILED');
  });

  it('lets the run continue if its policy says so, and later nodes read its error', async () => {
    answerWithStatuses(500);
    const world = open();
    const graph = withPolicy(
      draw('start -> fix:http_request -> tell:http_request -> end', {
        fix: post('fix'),
        tell: { ...post('tell'), body: '{% $nodes.fix.error %}' },
      }),
      'fix',
      { on_error: 'continue' },
    );
    const run = await world.drive(await world.start(graph));
    expect(drawRun(graph, run)).toBe('start -> fix (FAILED) -> tell -> end: SUCCEEDED');
    expect(target.seen.at(-1)?.body.toString()).toContain('500');
  });

  it('takes its error branch', async () => {
    answerWithStatuses(500);
    const world = open();
    const baseGraph = draw(
      `start -> fix:http_request -> end
       fix -error-> undo:http_request -> undone:end`,
      { fix: post('fix'), undo: post('undo') },
    );
    expect(check(baseGraph)).toHaveLength(1);
    const graph = withPolicy(baseGraph, 'fix', { on_error: 'branch' });
    expect(check(graph)).toEqual([]);
    const run = await world.drive(await world.start(graph));
    expect(drawRun(graph, run)).toBe('start -> fix (FAILED) -error-> undo -> undone: SUCCEEDED');
  });

  it('fails when it exceeds its timeout', async () => {
    target.answer = () => new Promise(() => undefined);
    const world = open();
    const graph = withPolicy(oneCall(), 'fix', { timeout_seconds: 1 });
    const run = await world.drive(await world.start(graph));
    expect(run.errors[0]).toContain('It did not finish within its timeout of 1 s.');
  });

  it('fails after six attempts in which the engine crashed', async () => {
    const world = open();
    const id = await world.start(oneCall());
    const crashingDb: Database = {
      ...database.db,
      documents: {
        send: async (call) => {
          const writesEnd = JSON.stringify(call.input).includes('SUCCEEDED');
          if (call.action === 'Update' && writesEnd && target.seen.length > 0) {
            throw new Error('The process died.');
          }
          return database.db.documents.send(call);
        },
      },
    };
    for (let crashes = 0; crashes < 6; crashes += 1) {
      await expect(world.advance(id, crashingDb)).rejects.toThrow('The process died.');
    }
    const run = await world.drive(id);
    expect(run.state).toBe('FAILED');
    expect(run.errors[0]).toContain('It was started 6 times');
    expect(target.seen).toHaveLength(6);
  });
});

describe('a cached result', () => {
  const cached = () => withPolicy(oneCall(), 'fix', { cache_minutes: 10 });

  it('is reused by the next run with the same request until it expires', async () => {
    const world = open();
    const first = await world.drive(await world.start(cached()));
    const second = await world.drive(await world.startAgain(first));
    expect(second.results.fix).toMatchObject({ status: 'SUCCEEDED', cached: true });
    expect(second.results.fix?.output).toEqual(first.results.fix?.output);
    expect(target.seen).toHaveLength(1);
    world.pass(10 * 60_000 + 1);
    await world.drive(await world.startAgain(first));
    expect(target.seen).toHaveLength(2);
  });

  it('is copied into the files of the next run, and requested anew once deleted', async () => {
    const world = open();
    target.answer = () => ({ status: 200, body: 'x'.repeat(40_000) });
    const first = await world.drive(await world.start(cached()));
    const second = await world.drive(await world.startAgain(first));
    const { output_ref: copyRef, cached: isCached } = second.results.fix ?? {};
    expect([isCached, copyRef?.includes(second._id)]).toEqual([true, true]);
    const { files } = world.deps(database.db);
    const original = await files.get(first.results.fix?.output_ref ?? '');
    await files.removeAll(runFolder(first.tenant_id, first._id));
    expect(await files.get(copyRef ?? '')).toBe(original);
    const third = await world.drive(await world.startAgain(first));
    expect(third.results.fix).toMatchObject({ status: 'SUCCEEDED' });
    expect(third.results.fix?.cached).toBeUndefined();
    expect(target.seen).toHaveLength(2);
  });

  it('is not used with caching off or for another request, nor after a failure', async () => {
    const world = open();
    const first = await world.drive(await world.start(cached()));
    await world.drive(await world.startAgain(first, { caching_settings: false }));
    expect(target.seen).toHaveLength(2);
    answerWithStatuses(500);
    const failing = withPolicy(
      draw('start -> fix:http_request -> end', { fix: post('other') }),
      'fix',
      { cache_minutes: 10 },
    );
    const second = await world.drive(await world.start(failing));
    await world.drive(await world.startAgain(second));
    expect(target.seen).toHaveLength(4);
  });
});

describe('a dry run', () => {
  it('makes no changes and reports what each node would do', async () => {
    const world = open();
    const graph = draw(
      `start -> look:http_request -> ask:approval -approved-> wait:delay -> fix:http_request -> end`,
      {
        look: { url: target.url('look') },
        ask: { message: 'May it?', approvers: ['ada@example.com'] },
        wait: { seconds: 60 },
        fix: { ...post('fix'), body: '{"a":1}' },
      },
    );
    const run = await world.drive(await world.start(graph, {}, undefined, { dry_run: true }));
    expect(drawRun(graph, run)).toBe(
      'start -> look -> ask -approved-> wait -> fix -> end: SUCCEEDED',
    );
    expect(target.seen.map(({ path }) => path)).toEqual(['/look']);
    expect(run.results.fix?.output).toMatchObject({ dry_run: true });
    expect(JSON.stringify(run.results.fix?.output)).toContain('POST');
    expect(JSON.stringify(run.results.ask?.output)).toContain('ada@example.com');
    expect(run.results.ask).toMatchObject({
      would: 'ask ada@example.com for approval',
      input: { message: 'May it?', approvers: ['ada@example.com'] },
    });
    expect(run.results.fix).toMatchObject({
      would: `call POST ${target.url('fix')}`,
      input: { method: 'POST', body: '{"a":1}' },
    });
    expect(run.results.look).not.toHaveProperty('would');
    expect(world.messages.mails).toEqual([]);
  });
});
