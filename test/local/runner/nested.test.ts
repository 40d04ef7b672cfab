import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import {
  machineOf,
  neverReturns,
  noon,
  openMachine,
  passOf,
  taskOf,
} from '#test/support/state-machine.ts';

const nest = (fields: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::states:startExecution.sync:2',
  Arguments: {
    StateMachineArn: '{% $states.context.StateMachine.Id %}',
    Name: '{% $states.input.starts %}',
    Input: '{% $states.input.with %}',
  },
  ...('Next' in fields ? {} : { End: true }),
  ...fields,
});

/** A state machine that starts itself if its input says so, and otherwise calls its function. */
const machine = (fields: object = {}, states: Record<string, object> = {}): object =>
  machineOf({
    Kind: {
      Type: 'Choice',
      Choices: [{ Condition: '{% $exists($states.input.starts) %}', Next: 'Nest' }],
      Default: 'Work',
    },
    Nest: nest(fields),
    Work: taskOf(),
    ...states,
  });

const nestedInput = { starts: 'run-2', with: { id: '7' } };

function open(definition: object, work: TaskFunction = async () => 'worked') {
  const scene = openMachine({ definition, functions: { work } });
  const { runner } = scene;
  const start = async (name: string, input: object) => {
    await runner.start(name, Object(input));
    await runner.idle();
  };
  return { ...scene, start };
}

const failTask: TaskFunction = async () => {
  throw Object.assign(new Error('It broke.'), { name: 'Broken' });
};

const arn = (kind: string, name = ''): string =>
  `arn:aws:states:embedded:000000000000:${kind}:bot-run${name && `:${name}`}`;

const describedRun = {
  ExecutionArn: arn('execution', 'run-2'),
  InputDetails: { Included: true },
  Name: 'run-2',
  StartDate: noon,
  StateMachineArn: arn('stateMachine'),
  StopDate: noon,
};

describe('a nested run', () => {
  it('returns its result in the shape recorded on AWS', async () => {
    const { runner, start, history } = open(machine());
    await start('run-1', nestedInput);
    expect(runner.status('run-1')?.output).toEqual({
      ...describedRun,
      Input: { id: '7' },
      Output: 'worked',
      OutputDetails: { Included: true },
      Status: 'SUCCEEDED',
    });
    expect(history.filter((type) => /^Task[A-Z][a-z]+(ed)$/.test(type))).toEqual([
      'TaskScheduled',
      'TaskStarted',
      'TaskSubmitted',
      'TaskScheduled',
      'TaskStarted',
      'TaskSucceeded',
      'TaskSucceeded',
    ]);
  });

  it('has an empty input when none is given', async () => {
    const Arguments = {
      StateMachineArn: '{% $states.context.StateMachine.Id %}',
      Name: '{% $states.input.starts %}',
    };
    const { runner, start } = open(machine({ Arguments }), async (input) => input);
    await start('run-1', nestedInput);
    expect(runner.status('run-2')?.output).toEqual({});
  });

  it('may start a nested run itself', async () => {
    const { runner, start } = open(machine({ Output: '{% $states.result.Output %}' }));
    await start('run-1', { starts: 'run-2', with: { starts: 'run-3', with: {} } });
    expect(['run-1', 'run-2', 'run-3'].map((name) => runner.status(name)?.output)).toEqual([
      'worked',
      'worked',
      'worked',
    ]);
  });

  it('fails its parent when it fails, in the shape recorded on AWS', async () => {
    const { runner, start } = open(machine(), failTask);
    await start('run-1', nestedInput);
    const { status, error, cause = '' } = runner.status('run-1') ?? {};
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.TaskFailed' });
    expect(JSON.parse(cause)).toEqual({
      ...describedRun,
      Error: 'Broken',
      Cause: runner.status('run-2')?.cause,
      Input: '{"id":"7"}',
      Status: 'FAILED',
    });
  });

  it('may have its failure caught by its parent', async () => {
    const Catch = [{ ErrorEquals: ['States.TaskFailed'], Output: 'caught', Next: 'End' }];
    const { runner, start } = open(machine({ Catch, Next: 'End' }, { End: passOf() }), failTask);
    await start('run-1', nestedInput);
    expect(runner.status('run-1')?.output).toBe('caught');
  });

  it('fails its parent when it is stopped', async () => {
    const { runner, start } = open(machine(), neverReturns);
    void start('run-1', nestedInput);
    while (!runner.status('run-2')) await new Promise(setImmediate);
    await runner.stop('run-2', 'Aborted.');
    await runner.idle();
    const { error, cause = '' } = runner.status('run-1') ?? {};
    expect(error).toBe('States.TaskFailed');
    expect(JSON.parse(cause)).toMatchObject({ Status: 'ABORTED', Cause: 'Aborted.' });
  });

  it('is stopped together with its parent, at any depth', async () => {
    const { runner } = open(machine(), neverReturns);
    const input = { starts: 'run-2', with: { starts: 'run-3', with: {} } };
    await runner.start('run-1', Object(input));
    while (!runner.status('run-3')) await new Promise(setImmediate);
    await runner.stop('run-1', 'Aborted by ann@example.com.');
    await runner.idle();
    for (const name of ['run-1', 'run-2', 'run-3']) {
      expect(runner.status(name)).toEqual({
        status: 'ABORTED',
        cause: 'Aborted by ann@example.com.',
      });
    }
    expect(runner.countOpen()).toBe(0);
  });

  it("is stopped when its parent's time limit is over", async () => {
    const { runner, later } = open(machine({ TimeoutSeconds: 60 }), neverReturns);
    await runner.start('run-1', Object(nestedInput));
    while (!runner.status('run-2')) await new Promise(setImmediate);
    void later(59);
    expect(runner.countOpen()).toBe(2);
    await later(1);
    expect(runner.status('run-1')).toEqual({ status: 'FAILED', error: 'States.Timeout' });
    expect(runner.status('run-2')).toEqual({
      status: 'ABORTED',
      cause: 'The run that waited for it reached its time limit.',
    });
  });

  it('that ended in time stays successful after the time limit', async () => {
    const { runner, start, later } = open(machine({ TimeoutSeconds: 60 }));
    await start('run-1', nestedInput);
    await later(61);
    expect(runner.status('run-1')?.status).toBe('SUCCEEDED');
  });
});

describe('the name of a nested run', () => {
  it('cannot be used again after the run has ended, as on AWS', async () => {
    const { runner, start } = open(machine());
    await start('run-2', { id: '7' });
    await start('run-1', nestedInput);
    expect(runner.status('run-1')).toEqual({
      status: 'FAILED',
      error: 'StepFunctions.ExecutionAlreadyExistsException',
      cause:
        `Execution Already Exists: '${arn('execution', 'run-2')}' ` +
        '(Service: AWSStepFunctions; Status Code: 400; Error Code: ExecutionAlreadyExists)',
    });
  });

  it('cannot be used again while the run is open with another input', async () => {
    const { runner } = open(machine(), neverReturns);
    await runner.start('run-2', { id: '8' });
    await runner.start('run-1', Object(nestedInput));
    while (runner.status('run-1')?.status === 'RUNNING') await new Promise(setImmediate);
    expect(runner.status('run-1')?.error).toBe('StepFunctions.ExecutionAlreadyExistsException');
    expect(runner.status('run-2')?.status).toBe('RUNNING');
  });

  it('makes all parents wait for one run while its input is the same', async () => {
    const ends: (() => void)[] = [];
    const { runner } = open(
      machine({ Output: '{% $states.result.Output %}' }),
      (input) => new Promise((resolve) => ends.push(() => resolve(input))),
    );
    for (const name of ['run-0', 'run-1']) await runner.start(name, Object(nestedInput));
    while (!ends[0]) await new Promise(setImmediate);
    ends[0]();
    await runner.idle();
    expect(ends).toHaveLength(1);
    for (const name of ['run-0', 'run-1']) expect(runner.status(name)?.output).toEqual({ id: '7' });
  });

  it.each([
    ['has a blank', 'run 2'],
    ['is not a text', 2],
    ['is too long', 'x'.repeat(81)],
  ])('is refused when it %s', async (_, starts) => {
    const { runner, start } = open(machine());
    await start('run-1', { starts, with: {} });
    expect(runner.status('run-1')?.error).toBe('StepFunctions.InvalidNameException');
  });

  it('cannot belong to another state machine', async () => {
    const StateMachineArn = 'arn:aws:states:embedded:000000000000:stateMachine:other';
    const Arguments = { StateMachineArn, Name: 'run-2', Input: {} };
    const { runner, start } = open(machine({ Arguments }));
    await start('run-1', nestedInput);
    expect(runner.status('run-1')).toMatchObject({
      error: 'StepFunctions.StateMachineDoesNotExistException',
      cause: expect.stringContaining(`State Machine Does Not Exist: '${StateMachineArn}'`),
    });
  });
});

describe('recovering after a crash', () => {
  it('ends the parent of a nested run that ended without a process', async () => {
    const { runner, database, restart } = open(machine(), neverReturns);
    await runner.start('run-1', Object(nestedInput));
    while (!runner.status('run-2')) await new Promise(setImmediate);
    await runner.drain(0);
    database.exec(`update runner_runs set status = 'SUCCEEDED', ended_at = 1, position = null,
      result = '{"output":"elsewhere"}' where name = 'run-2'`);
    const next = restart();
    expect(next.runner.recover()).toBe(1);
    await next.runner.idle();
    expect(next.runner.status('run-1')?.output).toMatchObject({ Output: 'elsewhere' });
  });

  it('fails the parent of a nested run that no longer exists', async () => {
    const { runner, database, restart } = open(machine(), neverReturns);
    await runner.start('run-1', Object(nestedInput));
    while (!runner.status('run-2')) await new Promise(setImmediate);
    await runner.drain(0);
    database.exec(`delete from runner_runs where name = 'run-2'`);
    const next = restart();
    next.runner.recover();
    await next.runner.idle();
    expect(next.runner.status('run-1')?.error).toBe('StepFunctions.ExecutionDoesNotExistException');
  });

  it('keeps the time limit for a nested run', async () => {
    const { runner, restart } = open(machine({ TimeoutSeconds: 60 }), neverReturns);
    await runner.start('run-1', Object(nestedInput));
    while (!runner.status('run-2')) await new Promise(setImmediate);
    await runner.drain(0);
    const next = restart();
    next.runner.recover();
    await next.later(60);
    expect(next.runner.status('run-1')?.error).toBe('States.Timeout');
    expect(next.runner.status('run-2')?.status).toBe('ABORTED');
  });
});
