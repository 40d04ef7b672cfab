import { tokenHash } from '#lib/local/runner/tokens.ts';
import {
  botRun,
  ids,
  machineOf,
  openMachine,
  scriptedEngine,
} from '#test/support/state-machine.ts';
import type { EngineAnswer } from '#test/support/state-machine.ts';

const ask = { next: 'pause', node_id: 'ask', timeout_seconds: 60 };

async function runToPause(answers: EngineAnswer[] = [ask], pauses: EngineAnswer[] = []) {
  const hangs = pauses.includes('hang');
  const engine = scriptedEngine(answers, pauses);
  const scene = openMachine({ definition: botRun(), functions: engine.functions });
  await scene.runner.start('run-1', ids);
  await engine.askedTimes(2);
  if (!hangs) await scene.runner.idle();
  const [token = ''] = engine.tokens;
  const stored = (table: string): string =>
    JSON.stringify(scene.database.prepare(`select * from ${table}`).all());
  return { ...scene, engine, token, stored };
}

describe('a pause', () => {
  it('stores its token as a hash, outside the run', async () => {
    const { stored, token } = await runToPause();
    expect(stored('runner_tokens')).toContain(tokenHash(token));
    expect(stored('runner_tokens') + stored('runner_runs')).not.toContain(token);
    expect(stored('runner_runs')).not.toContain(tokenHash(token));
  });

  it.each(['use', 'time', 'stop'])('deletes its token after its %s', async (end) => {
    const { stored, token, runner, later } = await runToPause();
    if (end === 'use') await runner.resume(token);
    if (end === 'stop') await runner.stop('run-1', 'Aborted.');
    if (end === 'time') await later(60);
    await runner.idle();
    expect(stored('runner_tokens')).toBe('[]');
  });

  it('has a token of its own each time', async () => {
    const { engine, runner, token } = await runToPause([ask, ask]);
    await runner.resume(token);
    await runner.idle();
    const [, second = ''] = engine.tokens;
    expect(second).not.toBe(token);
    expect(await runner.resume(token)).toBe('closed');
    expect(await runner.resume(second)).toBe('resumed');
  });

  it('can be resumed before its function has ended', async () => {
    const { engine, runner, token } = await runToPause([ask], ['hang']);
    expect(await runner.resume(token)).toBe('resumed');
    await runner.idle();
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
    expect(runner.status('run-1')?.status).toBe('SUCCEEDED');
  });

  it('times out even while its function hangs', async () => {
    const { engine, later } = await runToPause([ask], ['hang']);
    await later(60);
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
  });

  it('cannot be resumed from the moment its time is over', async () => {
    const time = { now: 1_790_000_000_000 };
    const engine = scriptedEngine([ask]);
    const { runner } = openMachine({
      definition: botRun(),
      functions: engine.functions,
      clock: () => time.now,
    });
    await runner.start('run-1', ids);
    await runner.idle();
    time.now += 60_000;
    expect(await runner.resume(engine.tokens[0] ?? '')).toBe('closed');
  });

  it('has a new token when its function is retried', async () => {
    const busy = Object.assign(new Error('Slow down.'), { name: 'ThrottlingException' });
    const { engine, runner, later } = await runToPause([ask], [busy]);
    await later(2);
    const [first = '', second = ''] = engine.tokens;
    expect(await runner.resume(first)).toBe('closed');
    expect(await runner.resume(second)).toBe('resumed');
  });

  it('lasts until it is resumed when it has no time limit', async () => {
    const tokens: string[] = [];
    const { runner, later } = openMachine({
      definition: machineOf({
        Ask: {
          Type: 'Task',
          Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
          Arguments: { FunctionName: 'ask', Payload: '{% $states.context.Task.Token %}' },
          End: true,
        },
      }),
      functions: { ask: async (token) => void tokens.push(String(token)) },
    });
    await runner.start('run-1', {});
    await runner.idle();
    await later(365 * 24 * 3600);
    expect(await runner.resume(tokens[0] ?? '')).toBe('resumed');
    await runner.idle();
    expect(runner.status('run-1')).toEqual({ status: 'SUCCEEDED', output: {} });
  });

  it('is resumed only once by 200 concurrent calls', async () => {
    const { runner, token, engine } = await runToPause();
    const answers = await Promise.all(Array.from({ length: 200 }, () => runner.resume(token)));
    await runner.idle();
    expect(answers.filter((answer) => answer === 'resumed')).toHaveLength(1);
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
  });
});
