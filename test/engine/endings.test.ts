import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun, withPolicy } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);
const day = 24 * 3600_000;

describe('the deadline of a run', () => {
  it('fails the run before its next node', async () => {
    const world = open();
    const graph = draw('start -> one:http_request -> two:http_request -> end', {
      one: { url: target.url('one') },
      two: { url: target.url('two') },
    });
    const id = await world.start(graph);
    target.answer = () => {
      world.pass(day);
      return { body: 'ok' };
    };
    const cause = 'The run did not end before its deadline, 2026-03-02T10:00:00.000Z.';
    expect(await world.advance(id)).toEqual({ next: 'failed', error: 'DeadlinePassed', cause });
    const run = await world.read(id);
    expect([drawRun(graph, run), run.errors]).toEqual(['start -> one: FAILED', [cause]]);
    expect(target.seen.map(({ path }) => path)).toEqual(['/one']);
  });

  it('fails the node that was running when its process crashed', async () => {
    const world = open();
    const graph = draw('start -> one:http_request -> end', { one: { url: target.url('one') } });
    const id = await world.start(graph);
    const at = '2026-03-01T10:00:00.000Z';
    const status = 'IN_PROGRESS' as const;
    const start = { status: 'SUCCEEDED' as const, attempt: 1, started_at: at, handle: 'next' };
    const results = { start, one: { status, attempt: 1, started_at: at } };
    await world.runs().commit(id, { results, updated_at: at });
    world.pass(day);
    await world.advance(id);
    expect(drawRun(graph, await world.read(id))).toBe('start -> one (FAILED): FAILED');
    expect(target.seen).toEqual([]);
  });

  it('is extended by a wait but not by a retry', async () => {
    const settings = { deadline_minutes: 10, allow_overlap: false };
    const world = engineWorld(database, [target.pair()], { settings });
    const baseGraph = draw('start -> wait:delay -> one:http_request -> end', {
      wait: { seconds: 3600 },
      one: { url: target.url('one') },
    });
    const graph = withPolicy(baseGraph, 'one', { retries: 1, retry_seconds: 30 });
    const id = await world.start(graph);
    expect((await world.read(id)).deadline_at).toBe('2026-03-01T10:10:00.000Z');
    await world.advance(id);
    expect((await world.read(id)).deadline_at).toBe('2026-03-01T11:10:00.000Z');
    world.pass(3600_000);
    target.answer = () => ({ status: 503, body: 'busy' });
    expect(await world.advance(id)).toMatchObject({ next: 'delay' });
    expect((await world.read(id)).deadline_at).toBe('2026-03-01T11:10:00.000Z');
  });

  it('cancels the open approval of the run', async () => {
    const world = open();
    const id = await world.start(draw('start -> ask:approval -approved-> end'));
    await world.advance(id);
    await world.pause(id, 'ask', 'token 1');
    const { waiting_for } = await world.read(id);
    world.pass(1000 * day);
    expect(await world.advance(id)).toMatchObject({ error: 'DeadlinePassed' });
    const approval = await world.approvals().get(waiting_for?.approval_id ?? '');
    expect([approval?.status, await world.token(id, 'ask')]).toEqual(['cancelled', undefined]);
  });
});

describe('a version that cannot run', () => {
  it('fails the run with the reason', async () => {
    const world = open();
    const id = await world.start(draw('start -> a:delay -> a'));
    const cause = 'Version 1 of this bot cannot run. "a" leads back to itself. Remove that arrow.';
    expect(await world.advance(id)).toEqual({ next: 'failed', error: 'VersionUnusable', cause });
    expect(await world.read(id)).toMatchObject({ state: 'FAILED', errors: [cause] });
    expect(world.messages.frames).toEqual(['run FAILED']);
  });
});

describe('a run that the state machine gave up on', () => {
  const cause = 'The engine could not continue this run (Sandbox.Timedout). Run the bot again.';

  it('fails with its current node, and its approval is cancelled', async () => {
    const world = open();
    const graph = draw('start -> ask:approval -approved-> end');
    const id = await world.start(graph);
    await world.advance(id);
    await world.pause(id, 'ask', 'token 1');
    const { waiting_for } = await world.read(id);
    await world.lost(id, 'Sandbox.Timedout', 'Why.');
    const run = await world.read(id);
    expect([drawRun(graph, run), run.errors]).toEqual([
      'start -> ask (FAILED): FAILED',
      [cause, 'Why.'],
    ]);
    expect(run.results.ask?.error).toBe(cause);
    expect(run.waiting_for).toBeUndefined();
    const approval = await world.approvals().get(waiting_for?.approval_id ?? '');
    expect([approval?.status, await world.token(id, 'ask')]).toEqual(['cancelled', undefined]);
  });

  it('does not change when it had already ended', async () => {
    const world = open();
    const id = await world.start(draw('start -> end'));
    const run = await world.drive(id);
    await world.lost(id, 'States.Runtime', '');
    expect(await world.read(id)).toEqual(run);
  });
});

describe('a failure of live updates', () => {
  it('does not stop a run', async () => {
    const world = open();
    world.breakRealtime();
    const graph = draw('start -> ask:approval -approved-> end');
    const run = await world.drive(await world.start(graph));
    expect(drawRun(graph, run)).toBe('start -> ask -approved-> end: SUCCEEDED');
    expect(world.logged).toContain('Frames about a run were lost.');
  });
});
