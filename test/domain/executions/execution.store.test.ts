import { openPhases } from '#lib/domain/executions/execution.schema.ts';
import { executionStore, readExecutions } from '#lib/domain/executions/execution.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { noon, openScene, type Scene } from '../scene.ts';
import { commit, finish, result, runOf, startRun } from './runs.ts';

const world = openTestDatabase();

const openRunIdsOf = async ({ db, tenant_id }: Scene): Promise<string[]> => {
  const ids: string[] = [];
  for (const partition of openPhases) {
    for await (const run of readExecutions(db, { index: 'open', partition })) {
      if (run.tenant_id === tenant_id) ids.push(run._id);
    }
  }
  return ids;
};

describe('a stored run', () => {
  it('is created only once', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const { tenant_id: _, bot_key: __, open: ___, ...storedRun } = await runOf(scene, id);
    const store = executionStore(scene.db, scene.tenant_id);
    expect(await store.create({ ...storedRun, state: 'FAILED' })).toBe(false);
    expect((await runOf(scene, id)).state).toBe('IN_PROGRESS');
  });

  it('keeps earlier results when further results are written', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    await commit(scene, id, { results: { one: result('SUCCEEDED', { output: { a: 1 } }) } });
    await commit(scene, id, { results: { two: result('IN_PROGRESS') }, inline_bytes: 7 });
    await commit(scene, id, { results: { two: result('FAILED', { error: 'Why' }) } });
    expect(await runOf(scene, id)).toMatchObject({
      results: {
        one: { status: 'SUCCEEDED', output: { a: 1 } },
        two: { status: 'FAILED', error: 'Why' },
      },
      inline_bytes: 7,
    });
  });

  it('stores and removes the wait of a run', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const waiting_for = { node_id: 'ask', kind: 'approval' as const, until: isoTime(noon) };
    await commit(scene, id, { waiting_for });
    expect((await runOf(scene, id)).waiting_for).toEqual(waiting_for);
    await commit(scene, id, { results: {} });
    expect((await runOf(scene, id)).waiting_for).toEqual(waiting_for);
    await commit(scene, id, { waiting_for: null });
    expect((await runOf(scene, id)).waiting_for).toBeUndefined();
  });

  it('is among the open runs until it has ended', async () => {
    const scene = openScene(world);
    const [one, two] = [await startRun(scene), await startRun(scene)];
    expect((await openRunIdsOf(scene)).sort()).toEqual([one, two].sort());
    await finish(scene, one);
    expect(await openRunIdsOf(scene)).toEqual([two]);
  });

  it('belongs to one organisation', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const otherScene = openScene(world);
    expect(await executionStore(otherScene.db, otherScene.tenant_id).get(id)).toBeUndefined();
    expect(await finish(otherScene, id)).toBe(false);
    expect((await runOf(scene, id)).state).toBe('IN_PROGRESS');
  });

  it('that does not exist is not created by a later write', async () => {
    const scene = openScene(world);
    expect(await finish(scene, 'exc_none')).toBe(false);
    expect(await executionStore(scene.db, scene.tenant_id).get('exc_none')).toBeUndefined();
  });
});

describe('a finished run', () => {
  const changes = {
    'a late result': { results: { late: result('SUCCEEDED') } },
    'another result of the same node': { results: { one: result('FAILED') } },
    'another state': { state: 'FAILED' as const },
    'an open state': { state: 'IN_PROGRESS' as const },
    'a second end': { state: 'CANCELLED' as const, finished_at: isoTime(noon + 5) },
    'a wait': { waiting_for: { node_id: 'x', kind: 'time' as const, until: isoTime(noon) } },
    'no wait': { waiting_for: null },
    errors: { errors: ['late'] },
    nothing: {},
  };

  it.each(Object.entries(changes))('is never changed by %s', async (_name, change) => {
    const scene = openScene(world);
    const id = await startRun(scene);
    await commit(scene, id, { results: { one: result('SUCCEEDED') } });
    expect(await finish(scene, id)).toBe(true);
    const ended = await runOf(scene, id);
    expect(await commit(scene, id, change)).toBe(false);
    expect(await runOf(scene, id)).toEqual(ended);
  });
});

describe('the inputs and outputs of nodes', () => {
  it.each([
    [null],
    [''],
    [0],
    [false],
    [[]],
    [{}],
    [-0],
    [2 ** 60],
    [1e300],
    [1e-300],
    ['\ud800'],
    ['\u0000é€𝄞'],
    [{ '': 1, 'a.b': 2, '#c': 3, ':d': 4, constructor: 5 }],
    [JSON.parse('{"__proto__":{"a":1}}')],
    [JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)],
    [Array.from({ length: 3000 }, (_, n) => n)],
  ])('are restored exactly: %j', async (value) => {
    const scene = openScene(world);
    const id = await startRun(scene, { input: value });
    const one = result('SUCCEEDED', { input: value, output: value });
    await commit(scene, id, { results: { one } });
    const { input, results } = await runOf(scene, id);
    expect(JSON.stringify([input, results.one?.input, results.one?.output])).toBe(
      JSON.stringify([value, value, value]),
    );
  });

  it('may be empty', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    await commit(scene, id, { results: { one: result('SUCCEEDED') } });
    const { input, results } = await runOf(scene, id);
    expect(input).toBeUndefined();
    expect(results.one?.output).toBeUndefined();
  });

  it('are stored under any node id', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const names = ['a-b', 'a_b', '0', 'constructor', 'toString', 'x'.repeat(64)];
    for (const name of names) await commit(scene, id, { results: { [name]: result('SUCCEEDED') } });
    expect(Object.keys((await runOf(scene, id)).results).sort()).toEqual([...names].sort());
  });
});
