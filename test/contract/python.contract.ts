import type { Python, PythonOutcome } from '#lib/ports/python.ts';
import { limits } from '#lib/kernel/limits.ts';
import { eventually } from '#test/support/eventually.ts';

export type OpenPython = { python: Python; close(): unknown };

const lines = (...text: string[]): string => text.join('\n');

/** Code and its result; the inputs are `{ items: [3, 4], name: 'Zoë' }`. */
const results: [name: string, code: string, result: unknown][] = [
  ['the value that it assigns to result', 'result = sum(inputs["items"])', 7],
  ['the value of main', 'def main(inputs):\n    return inputs', { items: [3, 4], name: 'Zoë' }],
  ['nothing when it assigns nothing', 'x = 1', null],
  ['its result so far when it calls sys.exit()', 'import sys\nresult = 5\nsys.exit()', 5],
  [
    'all kinds of JSON',
    'result = {"t": (1, 2.5, True, None), 1: "鍵\\u0000", "deep": [[[]]]}',
    { t: [1, 2.5, true, null], 1: '鍵\u0000', deep: [[[]]] },
  ],
  [
    'results of coroutines',
    'import asyncio\nresult = asyncio.run(asyncio.sleep(0.01, "slept"))',
    'slept',
  ],
];

/** Code that fails, and the error shown to its author. */
const failures: [name: string, code: string, error: string][] = [
  [
    'an error, with its line',
    lines('def check(x):', '    return 1 / x', '', 'check(0)'),
    'The code failed in line 2: ZeroDivisionError: division by zero',
  ],
  [
    'an error inside a library, with the line that called it',
    lines('import json', '', 'json.loads("{")'),
    'The code failed in line 3: JSONDecodeError: Expecting property name enclosed in double quotes:' +
      ' line 1 column 2 (char 1)',
  ],
  [
    'code that is not Python',
    'x = (1',
    "The code failed in line 1: SyntaxError: '(' was never closed",
  ],
  [
    'a missing package',
    'import requests',
    "The code failed in line 1: ModuleNotFoundError: No module named 'requests'",
  ],
  [
    'an endless recursion',
    'def f(): f()\nf()',
    'The code failed in line 1: RecursionError: maximum recursion depth exceeded',
  ],
  [
    'a result that is not JSON, with its place',
    'import datetime\nresult = {"at": [1, datetime.date(2026, 1, 1)]}',
    'result.at[1] is of type date, which is not JSON. Turn it into text, numbers, lists or dicts.',
  ],
  [
    'a result that is too large',
    'result = "x" * 300_000',
    'The result has 293 KiB, it may have 256. Return less, or a summary.',
  ],
  [
    'an exit of Python itself',
    'import os\nos._exit(3)',
    'Python ended too early: the code exited, or its calls are nested too deeply.',
  ],
];

/** The behaviour that every adapter of the Python port must have. */
export const pythonContract = (adapter: string, open: () => Promise<OpenPython>): void => {
  describe(`the Python port on ${adapter}`, () => {
    let scene: OpenPython;
    const inputs = { items: [3, 4], name: 'Zoë' };
    const run = (code: string, timeoutMs?: number): Promise<PythonOutcome> =>
      scene.python.run({ tenant_id: 'org_1', code, inputs, ...(timeoutMs && { timeoutMs }) });

    beforeAll(async () => {
      scene = await open();
    });

    afterAll(() => scene.close());

    it.each(results)('returns %s', async (_, code, result) => {
      expect(await run(code)).toEqual({ result, stdout: '' });
    });

    it.each(failures)('reports %s', async (_, code, error) => {
      expect(await run(code)).toEqual({ error, stdout: '' });
    });

    it('stops a single long operation', async () => {
      const error = 'The code was stopped: it took longer than 0.5 seconds.';
      expect(await run('sum(range(10 ** 12))', 500)).toEqual({ error, stdout: '' });
    });

    it('stops an endless loop, with its line', async () => {
      const code = lines('print("begun")', 'while True:', '    n = 1');
      // A process that gets no time to report its line is killed without reporting it.
      const outcome = await eventually(
        () => run(code, 500),
        (one) => 'error' in one && one.error.includes('line'),
      );
      const error = 'The code was stopped: it took longer than 0.5 seconds, and was in line 3.';
      expect(outcome).toEqual({ error, stdout: 'begun\n' });
    });

    it('stops code that needs more memory than allowed', async () => {
      const code = 'kept = []\nwhile True: kept.append(bytearray(10_000_000))';
      const error = 'The code was stopped: it needed more than 512 MB, and was in line 2.';
      expect(await run(code)).toEqual({ error, stdout: '' });
    });

    it('accepts a result of the maximum size', async () => {
      const size = limits.pythonResult - 2;
      expect(await run(`result = "x" * ${size}`)).toEqual({ result: 'x'.repeat(size), stdout: '' });
    });

    it('returns printed text, including stderr and text before a failure', async () => {
      const code = lines('import sys', 'print("Zoë")', 'print(1, file=sys.stderr)', 'boom');
      expect(await run(code)).toMatchObject({ stdout: 'Zoë\n1\n' });
    });

    it('cuts too much printed text between characters, with a mark', async () => {
      const { stdout } = await run('for _ in range(100_000): print("鍵" * 100)');
      const [keptText = '', rest] = stdout.split('\n… (what was printed after this is not kept)\n');
      expect(rest).toBe('');
      expect(Buffer.byteLength(keptText)).toBeGreaterThan(limits.pythonPrinted - 3);
      expect(Buffer.byteLength(keptText)).toBeLessThanOrEqual(limits.pythonPrinted);
      expect(keptText.replaceAll('鍵', '').trim()).toBe('');
    });

    it('refuses a forged result', async () => {
      const code = 'import run_code\nrun_code.json.dumps = lambda *_, **__: "}{"\n1 / 0';
      expect(await run(code)).toMatchObject({ error: expect.stringMatching(/^Python ended/) });
    });
  });
};
