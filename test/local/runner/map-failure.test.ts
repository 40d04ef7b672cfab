import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import {
  machineOf,
  mapOf,
  neverReturns,
  openMachine,
  passOf,
  runPendingTasks,
  taskOf,
} from '#test/support/state-machine.ts';

const broken = { Type: 'Fail', Error: 'Broken', Cause: 'It broke.' };

/** Fails for item 2, or the one given. */
const statesFailingAt = (at = 2) => ({
  Look: {
    Type: 'Choice',
    Choices: [{ Condition: `{% $states.input = ${at} %}`, Next: 'Break' }],
    Default: 'Keep',
  },
  Break: broken,
  Keep: passOf(),
});

function open(states: Record<string, object>, work: TaskFunction = async (input) => input) {
  const scene = openMachine({ definition: machineOf(states), functions: { work } });
  const status = () => scene.runner.status('run-1');
  return { ...scene, status };
}

async function run(
  states: Record<string, object>,
  work?: TaskFunction,
  input: Record<string, string> = {},
) {
  const scene = open(states, work);
  await scene.runner.start('run-1', input);
  await scene.runner.idle();
  return scene;
}

describe('a failing iteration of a Map state', () => {
  const sequence = { MaxConcurrency: 1 };

  it('fails the Map with its own error, and no other iteration starts', async () => {
    const { status, history } = await run({ Each: mapOf(statesFailingAt(), sequence) });
    expect(status()).toEqual({ status: 'FAILED', error: 'Broken', cause: 'It broke.' });
    // As recorded on AWS.
    expect(history.slice(2)).toEqual([
      'MapStateStarted',
      'MapIterationStarted',
      'ChoiceStateEntered',
      'ChoiceStateExited',
      'PassStateEntered',
      'PassStateExited',
      'MapIterationSucceeded',
      'MapIterationStarted',
      'ChoiceStateEntered',
      'ChoiceStateExited',
      'FailStateEntered',
      'MapIterationFailed',
      'MapStateFailed',
      'ExecutionFailed',
    ]);
  });

  it('may have no error name', async () => {
    const { status } = await run({ Each: mapOf({ Break: { Type: 'Fail' } }) });
    expect(status()).toEqual({ status: 'FAILED' });
  });

  it('aborts the other iterations, whatever their state', async () => {
    const tokens: string[] = [];
    const functions = {
      work: neverReturns,
      ask: async (token: unknown) => void tokens.push(String(token)),
    };
    const states = {
      Look: {
        Type: 'Choice',
        Choices: ['Wait', 'Work', 'Ask', 'Inner', 'Late'].map((Next) => ({
          Condition: `{% $states.input = '${Next}' %}`,
          Next,
        })),
      },
      Wait: { Type: 'Wait', Seconds: 60, End: true },
      Work: taskOf(),
      Ask: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
        Arguments: { FunctionName: 'ask', Payload: '{% $states.context.Task.Token %}' },
        End: true,
      },
      Inner: mapOf({ Sleep: { Type: 'Wait', Seconds: 60, End: true } }),
      Late: { Type: 'Wait', Seconds: 5, Next: 'Break' },
      Break: broken,
    };
    const Items = ['Wait', 'Work', 'Ask', 'Inner', 'Late'];
    const definition = machineOf({ Each: mapOf(states, { Items }) });
    const { runner, later, history, database } = openMachine({ definition, functions });
    await runner.start('run-1', {});
    while (!tokens[0] || !history.includes('TaskSubmitted')) await runPendingTasks();
    await later(5);
    expect(runner.status('run-1')?.error).toBe('Broken');
    expect(history.filter((type) => /Aborted/.test(type))).toEqual([
      'MapIterationAborted',
      'WaitStateAborted',
      'MapIterationAborted',
      'TaskStateAborted',
      'MapIterationAborted',
      'TaskStateAborted',
      'MapIterationAborted',
      'MapStateAborted',
    ]);
    expect(await runner.resume(tokens[0] ?? '')).toBe('closed');
    await later(60);
    expect(history.at(-1)).toBe('ExecutionFailed');
    for (const table of ['runner_iterations', 'runner_tokens']) {
      expect(database.prepare(`select * from ${table}`).all()).toEqual([]);
    }
  });

  it('has the same history as on AWS when a call times out beside others', async () => {
    const { runner, later, history } = open(
      { Each: mapOf({ Work: taskOf({ TimeoutSeconds: 5 }) }, { Items: [1, 2] }) },
      neverReturns,
    );
    await runner.start('run-1', {});
    while (history.filter((type) => type === 'TaskStarted').length < 2) await runPendingTasks();
    await later(5);
    expect(history.slice(-7)).toEqual([
      'TaskTimedOut',
      'MapIterationFailed',
      'TaskStateAborted',
      'MapIterationAborted',
      'TaskStateAborted',
      'MapStateFailed',
      'ExecutionFailed',
    ]);
  });

  it('can be caught by the Map', async () => {
    const Catch = [
      { ErrorEquals: ['Broken'], Output: '{% $states.errorOutput.Cause %}', Next: 'End' },
    ];
    const { status, history } = await run({
      Each: mapOf(statesFailingAt(), { ...sequence, Catch, Next: 'End' }),
      End: passOf(),
    });
    expect(status()?.output).toBe('It broke.');
    expect(history.slice(-6, -3)).toEqual([
      'MapIterationFailed',
      'MapStateFailed',
      'MapStateExited',
    ]);
  });

  it('makes the Map retry from its first item', async () => {
    const startedItems: unknown[] = [];
    const work = async (item: unknown) => {
      startedItems.push(item);
      if (startedItems.length === 2) throw Object.assign(new Error('Come back.'), { name: 'Busy' });
      return item;
    };
    const Retry = [{ ErrorEquals: ['Busy'], IntervalSeconds: 10 }];
    const { status, later, history } = await run(
      { Each: mapOf({ Work: taskOf() }, { ...sequence, Retry }) },
      work,
    );
    await later(9);
    expect(startedItems).toEqual([1, 2]);
    await later(1);
    expect(startedItems).toEqual([1, 2, 1, 2, 3]);
    expect(status()?.output).toEqual([1, 2, 3]);
    expect(history).not.toContain('MapStateFailed');
    expect(history.filter((type) => type === 'MapStateStarted')).toHaveLength(2);
  });
});

describe('a Map state fails when', () => {
  it.each<[string, object, string, RegExp]>([
    [
      'its items are not a list',
      { Items: '{% 1 %}' },
      'States.QueryEvaluationError',
      /'Items' returned an unexpected result type. Expected 'array', but was 'number'/,
    ],
    [
      'its concurrency is not a number',
      { MaxConcurrency: '{% "many" %}' },
      'States.QueryEvaluationError',
      /'MaxConcurrency' returned an unexpected result type/,
    ],
    [
      'its item selector cannot be evaluated',
      { ItemSelector: '{% $gone %}' },
      'States.QueryEvaluationError',
      /executing the state 'Each' .* 'ItemSelector' returned nothing/,
    ],
    [
      'its outputs exceed 256 KiB together',
      { ItemSelector: '{% $pad("", 100000, "x") %}' },
      'States.DataLimitExceeded',
      /'Each' returned a result with a size exceeding/,
    ],
  ])('%s', async (_, fields, error, cause) => {
    const { status } = await run({ Each: mapOf({ One: passOf() }, fields) });
    expect(status()).toMatchObject({ status: 'FAILED', error });
    expect(status()?.cause).toMatch(cause);
  });

  it('the run reaches the event limit of Step Functions, which Catch does not cover', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'End' }];
    const loop = { Turn: { Type: 'Pass', Next: 'Turn' } };
    const { status } = await run({ Each: mapOf(loop, { Catch, Next: 'End' }), End: passOf() });
    expect(status()).toEqual({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: 'The execution reached the maximum number of history events (25000).',
    });
  });

  it('a new definition lacks the state of an iteration, which Catch does not cover', async () => {
    const wait = { Type: 'Wait', Seconds: 60, End: true };
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'End' }];
    const machine = (states: Record<string, object>) =>
      machineOf({ Each: mapOf(states, { Catch, Next: 'End' }), End: passOf() });
    const before = openMachine({ definition: machine({ Wait: wait }), functions: {} });
    await before.runner.start('run-1', {});
    await before.runner.idle();
    const { runner, later } = before.restart({ definition: machine({ Other: wait }) });
    runner.recover();
    await later(60);
    expect(runner.status('run-1')).toEqual({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: "The definition no longer has the state 'Wait' that the run is in.",
    });
  });
});
