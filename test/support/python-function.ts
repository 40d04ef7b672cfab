import { readFileSync } from 'node:fs';
import { openPool } from '#lib/local/python/pool.ts';
import { openPython } from '#lib/local/python/python.ts';
import type { PythonOutcome, pythonRequest } from '#lib/ports/python.ts';
import { type Loopback, openLoopback } from './loopback.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';

type Event = ReturnType<typeof pythonRequest>;

/** How the process of the code went: what it answered, and how often it was waited for in vain. */
type Went = { answer: string; printed: string; code: number; inVain: number };

export type PythonFunction = Loopback & {
  /** The tenants for whom it was called, in order. */
  tenants: string[];
  /** What Lambda answers instead of the function, where it is set. */
  failure?: { errorType?: string; errorMessage: string };
};

/** A process that stands in for the one that handler.py starts, where there are none. */
const standIn = `
import os, subprocess, sys, types
__file__ = "/var/task/handler.py"
sys.modules["resource"] = types.ModuleType("resource")
ctypes = sys.modules["ctypes"] = types.ModuleType("ctypes")
ctypes.CDLL = lambda name: types.SimpleNamespace(prctl=lambda *given: 0)
went = inputs["went"]

class Process:
    def __init__(self, command, *, stdin, stdout, stderr, cwd, env, pass_fds, preexec_fn):
        reader, writer = os.pipe()
        self.stdin = os.fdopen(writer, "wb", 0)
        self.returncode = None
        self.signals = []
        open(os.path.join(cwd, "left behind"), "w").close()
        os.write(stdout.fileno(), went["printed"].encode())
        os.write(int(command[-1]), went["answer"].encode())

    def wait(self, seconds=None):
        if seconds is not None and went["inVain"] > 0:
            went["inVain"] -= 1
            raise subprocess.TimeoutExpired("python", seconds)
        self.returncode = went["code"]

    def send_signal(self, signal):
        self.signals.append(signal)

    def kill(self):
        self.signals.append(9)

subprocess.Popen = Process
`;

const ending = `
result = handler(inputs["event"], None)
assert os.listdir(tempfile.gettempdir()) == [], "files were left behind"
`;

/** The outcome of the same code in the sandbox, as the process of handler.py would have it. */
const wentOf = (outcome: PythonOutcome): Went => {
  const { stdout: printed, ...said } = outcome;
  const error = 'error' in said ? said.error : '';
  const [, limit, line] =
    /^The code was stopped: it (took|needed) [^,]+?(?:, and was in line (\d+))?\.$/.exec(error) ?? [];
  const ended = limit === 'took' ? 'time' : 'memory';
  if (limit && line) {
    const answer = JSON.stringify({ ended, line: Number(line) });
    return { answer, printed, code: 0, inVain: ended === 'time' ? 1 : 0 };
  }
  if (limit === 'took') return { answer: '', printed, code: -9, inVain: 2 };
  if (limit) return { answer: '', printed, code: -9, inVain: 0 };
  const isEarly = error.startsWith('Python ended');
  const answer = isEarly ? '' : JSON.stringify(said);
  return { answer, printed, code: isEarly ? 3 : 0, inVain: 0 };
};

/** Speaks Invoke of Lambda's API, and runs handler.py where no Python is installed: in Pyodide. */
export const openPythonFunction = async (): Promise<PythonFunction> => {
  const files = sandboxFiles(process.cwd());
  const python = openPython(files);
  const pool = openPool(files);
  const handler = readFileSync('lambdas/python/handler.py', 'utf8');
  const tenants: string[] = [];

  const handle = async (tenant_id: string, event: Event): Promise<unknown> => {
    const { code, inputs, time_ms: timeoutMs } = event;
    const went = wentOf(await python.run({ tenant_id, code, inputs, timeoutMs }));
    const asked = { ...event, code: standIn + handler + ending, inputs: { event, went } };
    const request = { ...asked, most_result: 4 * event.most_result, time_ms: 10_000 };
    const { answer } = await pool.run(JSON.stringify(request), request.time_ms);
    const said: Record<string, unknown> = JSON.parse(answer);
    if (!('result' in said)) throw new Error(`handler.py failed: ${answer}`);
    return said.result;
  };

  const loopback = await openLoopback(async ({ path, headers, body }) => {
    if (path !== '/2015-03-31/functions/runs-python/invocations') return { status: 404 };
    const tenantId = String(headers['x-amz-tenant-id']);
    tenants.push(tenantId);
    const { failure } = server;
    const type = { 'content-type': 'application/json' };
    if (failure) {
      const headers = { ...type, 'x-amz-function-error': 'Unhandled' };
      return { headers, body: JSON.stringify(failure) };
    }
    const handled = await handle(tenantId, JSON.parse(body.toString()));
    return { headers: type, body: JSON.stringify(handled) };
  });

  const server: PythonFunction = {
    ...loopback,
    tenants,
    close: async () => {
      python.close();
      pool.close();
      await loopback.close();
    },
  };
  return server;
};
