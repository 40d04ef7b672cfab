import { botRun, ids, openMachine, scriptedEngine } from '#test/support/state-machine.ts';
import type { EngineAnswer } from '#test/support/state-machine.ts';

const errorNamed = (name: string, message: string) => Object.assign(new Error(message), { name });

async function runWith(answers: EngineAnswer[], pauses: EngineAnswer[] = []) {
  const engine = scriptedEngine(answers, pauses);
  const scene = openMachine({ definition: botRun(), functions: engine.functions });
  await scene.runner.start('run-1', ids);
  await scene.runner.idle();
  return { ...scene, engine, status: () => scene.runner.status('run-1') };
}

describe('the state machine bot-run', () => {
  it('ends after three states when the bot never waits', async () => {
    const { status, history, engine } = await runWith([{ next: 'done' }]);
    expect(status()).toEqual({ status: 'SUCCEEDED', output: {} });
    expect(history.filter((type) => type.endsWith('StateEntered'))).toEqual([
      'TaskStateEntered',
      'ChoiceStateEntered',
      'SucceedStateEntered',
    ]);
    expect(engine.asked).toEqual(['advance']);
  });

  it('passes the ids of its input to every function', async () => {
    const payloads: unknown[] = [];
    const functions = {
      advance: async (payload: unknown) => {
        payloads.push(payload);
        return payloads.length === 1
          ? { next: 'pause', node_id: 'ask', timeout_seconds: 60 }
          : { next: 'nonsense' };
      },
      pause: async (payload: unknown) => void payloads.push(payload),
      fail: async (payload: unknown) => void payloads.push(payload),
    };
    const { runner, later } = openMachine({ definition: botRun(), functions });
    await runner.start('run-1', ids);
    await runner.idle();
    await later(60);
    const wholeRun = { ...ids, lane: '' };
    expect(payloads).toEqual([
      wholeRun,
      { ...wholeRun, node_id: 'ask', token: expect.stringMatching(/^[\w-]{43}$/) },
      wholeRun,
      { ...wholeRun, error: 'Engine.UnknownAnswer', cause: '{"next":"nonsense"}' },
    ]);
  });

  it('waits until the time that the engine returned', async () => {
    const { engine, later } = await runWith([{ next: 'delay', until: '2026-03-01T13:00:00.000Z' }]);
    await later(3599);
    expect(engine.asked).toEqual(['advance']);
    await later(1);
    expect(engine.asked).toEqual(['advance', 'advance']);
  });

  it('can wait for months', async () => {
    const { engine, later, status } = await runWith([
      { next: 'delay', until: '2026-08-01T00:00:00Z' },
    ]);
    await later(120 * 24 * 3600);
    expect(engine.asked).toEqual(['advance']);
    await later(40 * 24 * 3600);
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('does not wait for a time in the past', async () => {
    const { status } = await runWith([{ next: 'delay', until: '2026-02-28T00:00:00Z' }]);
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('calls the engine again when a pause times out', async () => {
    const { engine, later } = await runWith([
      { next: 'pause', node_id: 'ask', timeout_seconds: 60 },
    ]);
    await later(59);
    expect(engine.asked).toEqual(['advance', 'pause ask']);
    await later(1);
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
  });

  it('fails with the error of the engine when the bot failed', async () => {
    const failed = { next: 'failed', error: 'NodeFailed', cause: 'fetch answered 500.' };
    const { status, engine } = await runWith([failed]);
    expect(status()).toEqual({
      status: 'FAILED',
      error: 'NodeFailed',
      cause: 'fetch answered 500.',
    });
    expect(engine.asked).toEqual(['advance']);
  });

  it('retries when the database was busy', async () => {
    const { engine, later, status } = await runWith([
      errorNamed('ThrottlingException', 'Slow down.'),
    ]);
    expect(engine.asked).toEqual(['advance']);
    await later(2);
    expect(engine.asked).toEqual(['advance', 'advance']);
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('retries for minutes while all functions are busy', async () => {
    const busy = () => errorNamed('Lambda.TooManyRequestsException', 'Rate exceeded.');
    const { engine, later, status } = await runWith(Array.from({ length: 12 }, busy));
    for (let seconds = 0; seconds < 900; seconds += 30) await later(30);
    expect(engine.asked).toHaveLength(13);
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('marks the run as failed when the engine throws', async () => {
    const { engine, status } = await runWith([new TypeError('x is not a function')]);
    expect(engine.asked).toEqual(['advance', 'fail TypeError']);
    expect(status()).toMatchObject({ status: 'FAILED', error: 'TypeError' });
  });

  it('marks the run as failed when the token could not be handed over', async () => {
    const pause = { next: 'pause', node_id: 'ask', timeout_seconds: 60 };
    const { engine, status } = await runWith([pause], [new TypeError('x is not a function')]);
    expect(engine.asked).toEqual(['advance', 'pause ask', 'fail TypeError']);
    expect(status()?.status).toBe('FAILED');
  });

  it('marks the run as failed when the engine never returns', async () => {
    const engine = scriptedEngine(['hang']);
    const scene = openMachine({ definition: botRun(), functions: engine.functions });
    await scene.runner.start('run-1', ids);
    await engine.askedTimes(1);
    await scene.later(930);
    expect(engine.asked).toEqual(['advance', 'fail States.Timeout']);
    expect(scene.runner.status('run-1')?.status).toBe('FAILED');
  });

  it('fails with the original error even if marking the run fails', async () => {
    const functions = {
      advance: async () => Promise.reject(errorNamed('Engine.Broken', 'No way on.')),
      pause: async () => ({}),
      fail: async () => Promise.reject(errorNamed('Store.Away', 'Nobody writes.')),
    };
    const { runner } = openMachine({ definition: botRun(), functions });
    await runner.start('run-1', ids);
    await runner.idle();
    expect(runner.status('run-1')).toMatchObject({ status: 'FAILED', error: 'Engine.Broken' });
  });
});
