import { limits } from '#lib/kernel/limits.ts';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';

const lines = (...text: string[]): string => text.join('\n');

const tooLong = /^The code was stopped: it took longer than 0.2 seconds/;
const tooMuch = /^The code was stopped: it needed more than 512 MB/;
const tooDeep = /^Python ended too early/;

/**
 * Code that never ends by itself, or only after it has used up a resource. Plain loops, long steps
 * and growing lists are in the contract of the port.
 */
const runaways: [name: string, code: string, error: RegExp][] = [
  ['matches a pattern forever', 'import re\nre.match("(a+)+$", "a" * 60 + "b")', tooLong],
  ['sleeps', 'import time\ntime.sleep(3600)', tooLong],
  [
    'catches its interrupts',
    lines('while True:', '    try:', '        while True: pass', '    except BaseException: pass'),
    tooLong,
  ],
  [
    'ignores signals',
    'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass',
    tooLong,
  ],
  ['prints forever', 'while True: print("x" * 1000)', tooLong],
  [
    'writes to its descriptors forever',
    'import os\nwhile True:\n    os.write(1, b"x" * 100_000)',
    tooLong,
  ],
  ['allocates much memory at once', 'bytearray(2 ** 30)', tooMuch],
  [
    'fills a disk with many files',
    lines(
      'import os',
      'for number in range(10_000):',
      '    with open(f"/tmp/{number}", "wb") as file: file.write(bytes(50_000_000))',
    ),
    tooMuch,
  ],
  [
    'fills a disk with one file',
    'with open("/tmp/x", "wb") as file:\n    while True: file.write(bytes(1_000_000))',
    /^The code failed in line 2: OSError: \[Errno \d+\] No space left on device/,
  ],
  [
    'nests too deeply for C',
    lines('kept = []', 'for _ in range(200_000): kept = [kept]', 'repr(kept)'),
    tooDeep,
  ],
  [
    'starts threads forever',
    'import threading\nwhile True: threading.Thread(target=print).start()',
    /^The code failed in line 2: RuntimeError: can't start new thread/,
  ],
];

describe('Python code that does not end or uses up a resource', () => {
  const python = openPython(sandboxFiles(process.cwd()));
  const run = (code: string, tenant_id: string, timeoutMs: number) =>
    python.run({ tenant_id, code, inputs: {}, timeoutMs });

  afterAll(() => python.close());

  it.each(runaways)('is stopped when it %s', async (_, code, error) => {
    const ms = error === tooLong ? 200 : limits.pythonTime;
    const outcome = await run(code, 'org_hostile', ms);
    expect(outcome).toMatchObject({ error: expect.stringMatching(error) });
  });

  it('does not affect the code of other tenants', async () => {
    const hostile = Array.from({ length: 4 }, () => run('while True: pass', 'org_hostile', 200));
    const sound = await run('result = "sound"', 'org_sound', limits.pythonTime);
    expect(sound).toEqual({ result: 'sound', stdout: '' });
    for (const outcome of await Promise.all(hostile)) {
      expect(outcome).toMatchObject({ error: expect.stringMatching(tooLong) });
    }
  });
});
