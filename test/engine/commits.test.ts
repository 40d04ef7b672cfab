import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);

const chain = (kind: string, count: number) =>
  Array.from({ length: count }, (_, n) => `n${n}:${kind}`);

const callSettings = (names: string[]) =>
  Object.fromEntries(
    names.map((name) => [name.split(':')[0] ?? '', { url: target.url(name.split(':')[0]) }]),
  );

/** A run's database calls, except for its version, which is read once per process. */
const runAndCountCalls = async (drawing: string, settings = {}) => {
  const world = open();
  const graph = draw(drawing, settings);
  const run = await world.drive(await world.start(graph));
  return { told: drawRun(graph, run), frames: world.messages.frames, calls: world.count.calls };
};

describe('the database writes of a run', () => {
  it('are one update when no node has an effect', async () => {
    const { told, frames, calls } = await runAndCountCalls(
      'start -> a:condition -yes-> b:condition -yes-> end',
    );
    expect(told).toBe('start -> a -yes-> b -yes-> end: SUCCEEDED');
    // Reads of run and version, and one write; two more calls count it and mark it as counted.
    expect(calls).toBe(3 + 2);
    expect(frames).toEqual([
      'start SUCCEEDED',
      'a SUCCEEDED',
      'b SUCCEEDED',
      'end SUCCEEDED',
      'run SUCCEEDED',
    ]);
  });

  it('are one update for forty nodes and few for four hundred', async () => {
    const nodes = (count: number) => chain('condition', count).join(' -yes-> ');
    expect((await runAndCountCalls(`start -> ${nodes(40)} -yes-> end`)).calls).toBe(3 + 2);
    expect((await runAndCountCalls(`start -> ${nodes(400)} -yes-> end`)).calls).toBe(2 + 5 + 2);
  });

  it('are one update before each effect and one at the end', async () => {
    const names = chain('http_request', 5);
    const { calls: callCount } = await runAndCountCalls(
      `start -> ${names.join(' -> ')} -> end`,
      callSettings(names),
    );
    expect(callCount).toBe(2 + 5 + 1 + 2);
  });

  it('record the start of an effect before it happens and its result afterwards', async () => {
    const world = open();
    const settings = { fix: { url: target.url('fix') } };
    const graph = draw('start -> risky:condition -yes-> fix:http_request -> end', settings);
    const id = await world.start(graph);
    const statesDuringCall: unknown[] = [];
    target.answer = async () => {
      const { results, state } = await world.read(id);
      statesDuringCall.push([
        state,
        results.risky?.handle,
        results.fix?.status,
        results.fix?.attempt,
      ]);
      return { body: 'ok' };
    };
    await world.drive(id);
    expect(statesDuringCall).toEqual([['IN_PROGRESS', 'yes', 'IN_PROGRESS', 1]]);
    expect(world.messages.frames).toEqual([
      'start SUCCEEDED',
      'risky SUCCEEDED',
      'fix IN_PROGRESS',
      'fix SUCCEEDED',
      'end SUCCEEDED',
      'run SUCCEEDED',
    ]);
  });

  it('store the result of an effect before the next effect begins', async () => {
    const world = open();
    const names = chain('http_request', 2);
    const graph = draw(`start -> ${names.join(' -> ')} -> end`, callSettings(names));
    const id = await world.start(graph);
    const statesDuringCall: unknown[] = [];
    target.answer = async () => {
      const { results } = await world.read(id);
      statesDuringCall.push([results.n0?.status, results.n1?.status]);
      return { body: 'ok' };
    };
    await world.drive(id);
    expect(statesDuringCall).toEqual([
      ['IN_PROGRESS', undefined],
      ['SUCCEEDED', 'IN_PROGRESS'],
    ]);
  });
});

describe('an engine call that fails at a database write', () => {
  it('repeats the effect with the same idempotency key and the next attempt', async () => {
    const world = open();
    const graph = draw('start -> fix:http_request -> end', { fix: { url: target.url('fix') } });
    const id = await world.start(graph);
    // Calls: the run, its version, the effect's begin; then writing the target's answer fails.
    const run = await world.drive(id, { fails: { at: 4, when: 'before' } });
    expect(drawRun(graph, run)).toBe('start -> fix -> end: SUCCEEDED');
    expect(run.results.fix?.attempt).toBe(2);
    expect(target.keys()).toEqual([`${id}:fix:0`, `${id}:fix:0`]);
  });

  it('finds the run ended when its last write was stored', async () => {
    const world = open();
    const graph = draw('start -> fix:http_request -> end', { fix: { url: target.url('fix') } });
    const id = await world.start(graph);
    const run = await world.drive(id, { fails: { at: 4, when: 'after' } });
    expect([run.state, target.seen.length]).toEqual(['SUCCEEDED', 1]);
  });

  it('throws, so that the state machine retries it', async () => {
    const world = open();
    const id = await world.start(draw('start -> end'));
    const down = {
      ...database.db,
      documents: { send: async () => Promise.reject(new Error('Down.')) },
    };
    await expect(world.advance(id, down as never)).rejects.toThrow('Down.');
    expect((await world.read(id)).state).toBe('IN_PROGRESS');
  });
});

describe('a run that is over', () => {
  it('returns done and does not change', async () => {
    const world = open();
    const id = await world.start(draw('start -> end'));
    const run = await world.drive(id);
    world.pass(1000);
    expect(await world.advance(id)).toEqual({ next: 'done' });
    expect(await world.read(id)).toEqual(run);
  });

  it('is not changed by an engine call that was running when it was aborted', async () => {
    const world = open();
    const names = chain('http_request', 2);
    const graph = draw(`start -> ${names.join(' -> ')} -> end`, callSettings(names));
    const id = await world.start(graph);
    target.answer = async () => {
      const at = '2026-03-01T10:00:00.000Z';
      await world.runs().commit(id, { state: 'CANCELLED', updated_at: at, finished_at: at });
      return { body: 'late' };
    };
    expect(await world.advance(id)).toEqual({ next: 'done' });
    const run = await world.read(id);
    expect([run.state, run.results.n0?.status]).toEqual(['CANCELLED', 'IN_PROGRESS']);
    expect(target.seen.map(({ path }) => path)).toEqual(['/n0']);
  });

  it('returns done for an unknown id', async () => {
    expect(await open().advance('exc_unknown')).toEqual({ next: 'done' });
  });
});

describe('a segment', () => {
  it('ends between two nodes when its time is over, and the next one continues', async () => {
    const world = open();
    const names = chain('http_request', 3);
    const graph = draw(`start -> ${names.join(' -> ')} -> end`, callSettings(names));
    const id = await world.start(graph);
    target.answer = () => {
      world.pass(6 * 60_000);
      return { body: 'ok' };
    };
    expect(await world.advance(id)).toEqual({ next: 'again' });
    expect((await world.read(id)).results.n1?.status).toBe('SUCCEEDED');
    expect(await world.advance(id)).toEqual({ next: 'done' });
    expect(target.seen.map(({ path }) => path)).toEqual(['/n0', '/n1', '/n2']);
  });
});
