import { botRun, fork, ids, openMachine, scriptedEngine } from '#test/support/state-machine.ts';
import type { EngineAnswer } from '#test/support/state-machine.ts';

const lane = (index: number): string => `each.${String(index).padStart(6, '0')}`;
const nameOf = (index: number): string => `run-1-each-${String(index).padStart(6, '0')}`;
const ask = { next: 'pause', node_id: 'ask', timeout_seconds: 3600 };
const failed = { next: 'failed', error: 'NodeFailed', cause: 'fetch answered 500.' };

async function runWith(answers: EngineAnswer[], lanes: Record<string, EngineAnswer[]> = {}) {
  const engine = scriptedEngine(answers, [], lanes);
  const scene = openMachine({ definition: botRun(), functions: engine.functions });
  await scene.runner.start('run-1', ids);
  await scene.runner.idle();
  return { ...scene, engine, status: (name = 'run-1') => scene.runner.status(name) };
}

describe('the state machine bot-run where a bot forks into lanes', () => {
  it('runs each lane as a run of its own, then calls the engine again', async () => {
    const { engine, status } = await runWith([fork(3)]);
    expect(engine.asked).toEqual([
      'advance',
      ...[0, 1, 2].map((index) => `advance ${lane(index)}`),
      'advance',
    ]);
    expect(status()).toEqual({ status: 'SUCCEEDED', output: {} });
    expect(status(nameOf(2))?.status).toBe('SUCCEEDED');
  });

  it('passes the ids and the lane to the functions of each lane', async () => {
    const payloads: object[] = [];
    const script: Record<string, EngineAnswer[]> = {
      '': [fork(1)],
      [lane(0)]: [ask, { next: 'what' }],
    };
    const note = (answer: (name: string) => unknown) => async (payload: unknown) => {
      payloads.push(Object(payload));
      return answer(Object(payload).lane);
    };
    const { runner, later } = openMachine({
      definition: botRun(),
      functions: {
        advance: note((name) => script[name]?.shift() ?? { next: 'done' }),
        pause: note(() => ({})),
        fail: note(() => ({})),
      },
    });
    await runner.start('run-1', ids);
    await runner.idle();
    await later(3600);
    const [wholeRun, inLane] = [
      { ...ids, lane: '' },
      { ...ids, lane: lane(0) },
    ];
    expect(payloads).toEqual([
      wholeRun,
      inLane,
      { ...inLane, node_id: 'ask', token: expect.any(String) },
      inLane,
      { ...inLane, error: 'Engine.UnknownAnswer', cause: '{"next":"what"}' },
      wholeRun,
    ]);
  });

  it('accepts windows as lanes, and forks again inside them', async () => {
    const windows = fork(0, { parts: ['000000-000999', '001000-001999'] });
    const innerFork = fork(2, { of: 'each.000000-000999/inner', name: 'run-1-inner' });
    const { engine, status } = await runWith([windows], { 'each.000000-000999': [innerFork] });
    expect(engine.asked).toContain('advance each.001000-001999');
    expect(engine.asked).toContain('advance each.000000-000999/inner.000001');
    expect(status()?.status).toBe('SUCCEEDED');
    expect(status('run-1-inner-000001')?.status).toBe('SUCCEEDED');
  });

  it('runs at most as many lanes at a time as the engine allows', async () => {
    const delay = { next: 'delay', until: '2026-03-01T12:01:00Z' };
    const lanes = Object.fromEntries([0, 1, 2].map((index) => [lane(index), [delay]]));
    const { engine, later } = await runWith([fork(3, { max_concurrency: 2 })], lanes);
    expect(engine.asked).toEqual(['advance', `advance ${lane(0)}`, `advance ${lane(1)}`]);
    await later(60);
    expect(engine.asked).toContain(`advance ${lane(2)}`);
  });

  it('lets a lane wait for a person while others continue', async () => {
    const { engine, runner, status } = await runWith([fork(2)], { [lane(0)]: [ask] });
    expect(status()?.status).toBe('RUNNING');
    expect(status(nameOf(1))?.status).toBe('SUCCEEDED');
    expect(await runner.resume(engine.tokens[0] ?? '')).toBe('resumed');
    await runner.idle();
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('stops the other lanes when a failed lane ends all, then calls the engine again', async () => {
    const lanes = { [lane(0)]: [ask], [lane(1)]: [failed] };
    const { engine, status } = await runWith([fork(3, { fails_all: true })], lanes);
    expect(status(nameOf(0))?.status).toBe('ABORTED');
    expect(status(nameOf(1))).toMatchObject({ status: 'FAILED', error: 'NodeFailed' });
    expect(engine.asked.at(-1)).toBe('advance');
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it.each([
    ['fails', failed],
    ['ends with an unknown result', { next: 'what' }],
  ])('continues the other lanes when one %s and failures are tolerated', async (_, last) => {
    const lanes = { [lane(0)]: [ask], [lane(1)]: [last] };
    const { engine, runner, status } = await runWith([fork(3, { fails_all: false })], lanes);
    expect([0, 1, 2].map((index) => status(nameOf(index))?.status)).toEqual([
      'RUNNING',
      'FAILED',
      'SUCCEEDED',
    ]);
    expect(await runner.resume(engine.tokens[0] ?? '')).toBe('resumed');
    await runner.idle();
    expect(engine.asked.slice(-2)).toEqual([`advance ${lane(0)}`, 'advance']);
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('calls the engine again when the lanes were already started', async () => {
    const { engine, status } = await runWith([fork(1), fork(1)]);
    expect(engine.asked).toEqual(['advance', `advance ${lane(0)}`, 'advance', 'advance']);
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('stops every lane together with the run', async () => {
    const innerFork = fork(1, { of: `${lane(1)}/inner`, name: 'run-1-inner' });
    const { runner, engine, status } = await runWith([fork(2)], {
      [lane(0)]: [ask],
      [lane(1)]: [innerFork],
      [`${lane(1)}/inner.000000`]: [ask],
    });
    expect(engine.tokens).toHaveLength(2);
    await runner.stop('run-1', 'Aborted by ann@example.com.');
    for (const name of ['run-1', nameOf(0), nameOf(1), 'run-1-inner-000000']) {
      expect(status(name)?.status).toBe('ABORTED');
    }
    for (const token of engine.tokens) expect(await runner.resume(token)).toBe('closed');
    expect(runner.countOpen()).toBe(0);
  });

  it('needs 8 events per lane, a third of the limit for 1,000 lanes', async () => {
    const engine = scriptedEngine([fork(1000)]);
    let events = 0;
    const { runner, database } = openMachine({
      definition: botRun(),
      functions: engine.functions,
      trace: ({ run, id }) => {
        if (run === 'run-1') events = id;
      },
    });
    await runner.start('run-1', ids);
    await runner.idle();
    expect(runner.status('run-1')?.status).toBe('SUCCEEDED');
    expect(engine.asked).toHaveLength(1002);
    expect(events).toBe(8 * 1000 + 22);
    const { left } = database.prepare('select count(*) as left from runner_iterations').get() ?? {};
    expect(left).toBe(0);
  });
});
