import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { check } from '#lib/engine/check.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Python, PythonOutcome, PythonRun } from '#lib/ports/python.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { nodeWorld, tenant_id } from './nodes/node-world.ts';
import { engineWorld } from './world.ts';

/** A Python with a scripted answer, which records its calls. */
const scriptedPython = (outcome: PythonOutcome) => {
  const asked: PythonRun[] = [];
  const python: Python = {
    run: async (run) => {
      asked.push(run);
      return outcome;
    },
  };
  return { python, asked };
};

const code = 'result = inputs["count"] + 1';

describe('a Python node', () => {
  it('runs its code with its tenant, inputs and timeout', async () => {
    const { python, asked } = scriptedPython({ result: 4, stdout: 'counted\n' });
    const settings = { code, inputs: { count: 3 }, timeout_seconds: 2 };
    const outcome = await nodeWorld({ python }).perform('python_code', settings);
    expect(asked).toEqual([{ tenant_id, code, inputs: { count: 3 }, timeoutMs: 2000 }]);
    const output = { result: 4, stdout: 'counted\n' };
    expect(outcome).toEqual({ type: 'done', output, handle: 'next' });
  });

  it('has empty inputs and a timeout of ten seconds by default', async () => {
    const { python, asked } = scriptedPython({ result: null, stdout: '' });
    await nodeWorld({ python }).perform('python_code', { code });
    expect(asked).toEqual([{ tenant_id, code, inputs: {}, timeoutMs: 10_000 }]);
  });

  it('fails with the error of its code and keeps the printed output', async () => {
    const error = 'The code failed in line 1: NameError: name "x" is not defined';
    const { python } = scriptedPython({ error, stdout: 'before\n' });
    const failed = await nodeWorld({ python }).perform('python_code', { code });
    expect(failed).toEqual({ type: 'failed', error, output: { stdout: 'before\n' } });
  });

  it('records its code and inputs, cut after 2000 characters', () => {
    const { begin } = nodeWorld();
    const short = { code, inputs: { count: 3 } };
    expect(begin('python_code', short)).toEqual({ type: 'effect', input: short });
    const long = { code: '#'.repeat(3000), inputs: { text: 'x'.repeat(3000) } };
    const cut = `${'#'.repeat(2000)}…`;
    const inputs = `${JSON.stringify(long.inputs).slice(0, 2000)}…`;
    expect(begin('python_code', long)).toMatchObject({ input: { code: cut, inputs } });
  });

  it.each<[string, unknown, string]>([
    ['a text', 'hosts', 'The inputs must be an object. Give each value a name: { "hosts": … }.'],
    ['a list', [1], 'The inputs must be an object. Give each value a name: { "hosts": … }.'],
    [
      'larger than 4 MB',
      { text: 'x'.repeat(limits.pythonInputs) },
      'The inputs have 5 MB; the limit is 4 MB. Select what is needed.',
    ],
  ])('refuses inputs that are %s', (_, inputs, error) => {
    const outcome = nodeWorld().begin('python_code', { code, inputs });
    expect(outcome).toEqual({ type: 'failed', error, retry: 'no' });
  });
});

describe('a bot with a Python node', () => {
  const database = openTestDatabase();
  const python = openPython(sandboxFiles(process.cwd()));

  afterAll(() => python.close());

  const codeGraph = (settings: object) =>
    draw('start -> compute:python_code -> end', { compute: { ...settings } });

  const problems = (settings: object) => check(codeGraph(settings)).map(({ message }) => message);

  it.each([
    ['without code', {}, 'Write some code.'],
    [
      'with an expression in the code',
      { code: 'result = {% $event.code %}' },
      'Code must not contain expressions. Read values from inputs.',
    ],
  ])('is refused %s', (_, settings, message) => {
    expect(problems(settings)).toEqual([expect.stringContaining(message)]);
  });

  it('computes from event data, which is never executed as code', async () => {
    const world = engineWorld(database, [], { python });
    const settings = {
      code: 'result = [name.upper() for name in inputs["names"]]\nprint(len(result))',
      inputs: "{% { 'names': $event.names } %}",
    };
    const names = ['web', '"]; raise SystemExit(1) #', '{% 1 + 1 %}'];
    const { state, results } = await world.drive(await world.start(codeGraph(settings), { names }));
    expect(state).toBe('SUCCEEDED');
    expect(results.compute).toMatchObject({
      input: { inputs: { names } },
      output: { result: names.map((name) => name.toUpperCase()), stdout: '3\n' },
    });
  });

  it('runs its code in a dry run too', async () => {
    const world = engineWorld(database, [], { python });
    const id = await world.start(codeGraph({ code: 'result = 6 * 7' }), {}, undefined, {
      dry_run: true,
    });
    const { results } = await world.drive(id);
    expect(results.compute?.output).toEqual({ result: 42, stdout: '' });
  });

  it('reports the line of its code that failed', async () => {
    const world = engineWorld(database, [], { python });
    const { state, errors } = await world.drive(await world.start(codeGraph({ code: '\n1 / 0' })));
    expect(state).toBe('FAILED');
    expect(JSON.stringify(errors)).toContain(
      'The code failed in line 2: ZeroDivisionError: division by zero',
    );
  });
});
