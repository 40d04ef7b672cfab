import type { Retrier } from '#lib/local/runner/features.ts';
import { matchesError, retryDelay } from '#lib/local/runner/recovery.ts';
import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import { machineOf, neverReturns, openMachine, taskOf } from '#test/support/state-machine.ts';

class Busy extends Error {
  override name = 'Busy';
}

const failTimes = (times: number, error: Error = new Busy('Come back.')): TaskFunction => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw error;
    return { calls };
  };
};

const retry = (fields: object = {}) => ({ Retry: [{ ErrorEquals: ['Busy'], ...fields }] });

async function run(task: object, work: TaskFunction, states: Record<string, object> = {}) {
  const definition = machineOf({ Work: taskOf(task), ...states });
  const scene = openMachine({ definition, functions: { work } });
  await scene.runner.start('run-1', { id: '7' });
  return { ...scene, status: () => scene.runner.status('run-1') };
}

async function runUntilIdle(task: object, work: TaskFunction, states?: Record<string, object>) {
  const scene = await run(task, work, states);
  await scene.runner.idle();
  return scene;
}

describe('a Task state', () => {
  it('passes its input and returns its result as JSON', async () => {
    const { status } = await runUntilIdle({}, async (payload) => ({ payload, gone: undefined }));
    expect(status()?.output).toEqual({ payload: { id: '7' } });
  });

  it('turns an absent result into null', async () => {
    const { status } = await runUntilIdle({}, async () => undefined);
    expect(status()).toEqual({ status: 'SUCCEEDED', output: null });
  });

  it('keeps the function from changing the data of the run', async () => {
    const { status } = await runUntilIdle({ Output: '{% $states.input %}' }, async (payload) =>
      Object.assign(Object(payload), { id: 'changed' }),
    );
    expect(status()?.output).toEqual({ id: '7' });
  });

  it('fails the run with the name and the message of its error', async () => {
    const { status } = await runUntilIdle({}, failTimes(1));
    const { error, cause = '' } = status() ?? {};
    expect(error).toBe('Busy');
    expect(JSON.parse(cause)).toEqual({ errorType: 'Busy', errorMessage: 'Come back.' });
  });

  it('fails the run when a function throws a value that is not an error', async () => {
    const { status } = await runUntilIdle({}, () => Promise.reject('no'));
    expect(status()).toMatchObject({ status: 'FAILED', error: 'Error' });
  });

  it('refuses a result above 256 KiB', async () => {
    const large = { ErrorEquals: ['States.DataLimitExceeded'], Next: 'Large' };
    const states = { Large: { Type: 'Pass', Output: 'too large', End: true } };
    const bytes = (count: number) =>
      runUntilIdle({ Catch: [large] }, async () => 'é'.repeat(count / 2 - 1), states);
    expect((await bytes(256 * 1024)).status()?.output).toHaveLength(128 * 1024 - 1);
    expect((await bytes(256 * 1024 + 2)).status()?.output).toBe('too large');
  });

  it('is retried until it succeeds', async () => {
    const { status, later, history } = await runUntilIdle(retry(), failTimes(2));
    await later(1);
    await later(2);
    expect(status()?.output).toEqual({ calls: 3 });
    expect(history.filter((type) => /Task(Failed|Succeeded)/.test(type))).toEqual([
      'TaskFailed',
      'TaskFailed',
      'TaskSucceeded',
    ]);
  });

  it('is not retried before its time', async () => {
    const { status, later } = await runUntilIdle(retry({ IntervalSeconds: 10 }), failTimes(1));
    await later(9);
    expect(status()?.status).toBe('RUNNING');
    await later(1);
    expect(status()?.status).toBe('SUCCEEDED');
  });

  it('fails when its retries are used up', async () => {
    const { status, later } = await runUntilIdle(retry({ MaxAttempts: 2 }), failTimes(3));
    await later(1);
    await later(2);
    expect(status()).toMatchObject({ status: 'FAILED', error: 'Busy' });
  });

  it('is not retried for an error that no retrier names', async () => {
    const { status } = await runUntilIdle(retry(), failTimes(1, new TypeError('broken')));
    expect(status()).toMatchObject({ status: 'FAILED', error: 'TypeError' });
  });

  it('counts the retries of each retrier separately', async () => {
    const errors = [new Busy('1'), new TypeError('2'), new Busy('3')];
    const work = async () => {
      const error = errors.shift();
      if (error) throw error;
      return 'done';
    };
    const Retry = ['Busy', 'TypeError'].map((name) => ({ ErrorEquals: [name], MaxAttempts: 1 }));
    const { status, later } = await runUntilIdle({ Retry }, work);
    await later(1);
    await later(1);
    expect(status()).toMatchObject({ status: 'FAILED', error: 'Busy' });
  });

  it('passes an error to its catcher, with the variables that it assigns', async () => {
    const Catch = [
      { ErrorEquals: ['Other'], Next: 'Other' },
      {
        ErrorEquals: ['States.ALL'],
        Assign: { e: '{% $states.errorOutput.Error %}' },
        Next: 'All',
      },
    ];
    const { status } = await runUntilIdle({ Catch }, failTimes(1), {
      Other: { Type: 'Pass', End: true },
      All: { Type: 'Pass', Output: '{% $e & " caught" %}', End: true },
    });
    expect(status()?.output).toBe('Busy caught');
  });

  it('is retried first and caught afterwards', async () => {
    const Catch = [{ ErrorEquals: ['Busy'], Next: 'Caught' }];
    const states = { Caught: { Type: 'Pass', Output: 'caught', End: true } };
    const scene = await runUntilIdle({ ...retry({ MaxAttempts: 1 }), Catch }, failTimes(9), states);
    expect(scene.status()?.status).toBe('RUNNING');
    await scene.later(1);
    expect(scene.status()?.output).toBe('caught');
  });

  it('fails the run when its catcher cannot be evaluated', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Output: '{% $nothing %}', Next: 'Work' }];
    const { status } = await runUntilIdle({ Catch }, failTimes(1));
    expect(status()).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });

  it('can catch that its own arguments cannot be evaluated', async () => {
    const Arguments = { FunctionName: 'work', Payload: '{% $nothing %}' };
    const Catch = [{ ErrorEquals: ['States.QueryEvaluationError'], Next: 'Caught' }];
    const states = { Caught: { Type: 'Pass', Output: 'caught', End: true } };
    const { status } = await runUntilIdle({ Arguments, Catch }, failTimes(0), states);
    expect(status()?.output).toBe('caught');
  });

  it('fails when an expression names an unknown function', async () => {
    const Arguments = { FunctionName: '{% "play" %}' };
    const { status } = await runUntilIdle({ Arguments }, failTimes(0));
    expect(status()).toEqual({
      status: 'FAILED',
      error: 'Lambda.ResourceNotFoundException',
      cause: 'Function not found: play',
    });
  });

  it('fails when its time limit is over', async () => {
    const { status, later, history } = await run({ TimeoutSeconds: 5 }, neverReturns);
    while (!history.includes('TaskStarted')) await new Promise(setImmediate);
    await later(5);
    expect(status()).toEqual({ status: 'FAILED', error: 'States.Timeout' });
  });

  it('does not time out after it has ended', async () => {
    const { status, later } = await runUntilIdle({ TimeoutSeconds: 5 }, failTimes(0));
    await later(60);
    expect(status()?.status).toBe('SUCCEEDED');
  });
});

const retrier = (fields: Partial<Retrier>): Retrier => ({
  ErrorEquals: ['Busy'],
  IntervalSeconds: 1,
  MaxAttempts: 3,
  BackoffRate: 2,
  JitterStrategy: 'NONE',
  ...fields,
});

describe('the delay before a retry', () => {
  it.each<[string, Partial<Retrier>, number[]]>([
    ['doubles by default', {}, [1, 2, 4, 8]],
    ['grows by its rate', { IntervalSeconds: 2, BackoffRate: 1.5 }, [2, 3, 4.5, 6.75]],
    ['grows up to its limit', { MaxDelaySeconds: 3 }, [1, 2, 3, 3]],
    ['is shortened at random with full jitter', { JitterStrategy: 'FULL' }, [0.25, 0.5, 1, 2]],
  ])('%s', (_, fields, seconds) => {
    const delays = [0, 1, 2, 3].map((retries) => retryDelay(retrier(fields), retries, () => 0.25));
    expect(delays).toEqual(seconds.map((count) => count * 1000));
  });
});

describe('an error', () => {
  it.each<[string, string[], boolean]>([
    ['Busy', ['Busy'], true],
    ['Busy', ['Idle', 'Busy'], true],
    ['Busy', ['Idle'], false],
    ['Busy', ['States.ALL'], true],
    ['Busy', ['States.TaskFailed'], true],
    ['States.Timeout', ['States.ALL'], true],
    ['States.Timeout', ['States.TaskFailed'], false],
    ['States.Timeout', ['States.Timeout'], true],
  ])('%s is matched by %j: %j', (error, names, verdict) => {
    expect(matchesError(names, error)).toBe(verdict);
  });
});
