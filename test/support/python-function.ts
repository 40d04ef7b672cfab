import { readFileSync } from 'node:fs';
import { limits } from '#lib/kernel/limits.ts';
import { openPool } from '#lib/local/python/pool.ts';
import { openPython } from '#lib/local/python/python.ts';
import { parsePythonAnswer, type PythonOutcome, type pythonRequest } from '#lib/ports/python.ts';
import { type Loopback, openLoopback } from './loopback.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';

type Event = ReturnType<typeof pythonRequest>;

/** The end of a process stopped by a limit: its answer, and how many waits timed out. */
type StoppedProcess = { answer: string; printed: string; code: number; inVain: number };

export type PythonFunction = Loopback & {
  /** The tenants for which it was called, in order. */
  tenants: string[];
  /** What Lambda answers instead of the function, if set. */
  failure?: { errorType?: string; errorMessage: string };
};

/** Stubs of the modules that handler.py imports and of its process, where processes cannot run. */
const moduleStubs = `
import io, os, run_code, subprocess, sys, types
__file__ = "/var/task/handler.py"
sys.modules["resource"] = types.ModuleType("resource")
ctypes = sys.modules["ctypes"] = types.ModuleType("ctypes")
ctypes.CDLL = lambda name: types.SimpleNamespace(prctl=lambda *given: 0)
went = inputs["went"]

class Requests(io.BytesIO):
    def close(self):
        self.text = self.getvalue().decode()

class Process:
    def __init__(self, command, *, stdin, stdout, stderr, cwd, env, pass_fds, preexec_fn):
        self.stdin, self.stdout, self.answer = Requests(), stdout, int(command[-1])
        self.returncode = None
        open(os.path.join(cwd, "left behind"), "w").close()

    def wait(self, seconds=None):
        if went is None:
            answer = self.run()
        elif seconds is not None and went["inVain"] > 0:
            went["inVain"] -= 1
            raise subprocess.TimeoutExpired("python", seconds)
        else:
            answer = went["answer"]
            self.stdout.write(went["printed"].encode())
        os.write(self.answer, answer.encode())
        self.returncode = 0 if went is None else went["code"]

    def run(self):
        kept = sys.stdout, sys.stderr, sys.stdin
        run_code.os = types.SimpleNamespace(write=lambda to, data: self.stdout.write(data))
        answer = run_code.run(self.stdin.text)
        sys.stdout, sys.stderr, sys.stdin = kept
        assert not answer.startswith('{"ended"'), "it is told again, as a process that was ended"
        return answer

    def send_signal(self, signal):
        pass

    def kill(self):
        pass

subprocess.Popen = Process
`;

const cleanupCheck = `
result = handler(inputs["event"], None)
assert os.listdir(tempfile.gettempdir()) == [], "files were left behind"
`;

/** The result of code that a limit stopped in the sandbox, as handler.py would see it. */
const stoppedProcessOf = (outcome: PythonOutcome): StoppedProcess => {
  const { stdout: printed } = outcome;
  const error = 'error' in outcome ? outcome.error : '';
  const [, limit, line] =
    /^The code was stopped: it (took|needed) [^,]+?(?:, and was in line (\d+))?\.$/.exec(error) ??
    [];
  const ended = limit === 'took' ? 'time' : 'memory';
  if (limit && line) {
    const answer = JSON.stringify({ ended, line: Number(line) });
    return { answer, printed, code: 0, inVain: ended === 'time' ? 1 : 0 };
  }
  if (!limit) return { answer: '', printed, code: 3, inVain: 0 };
  return { answer: '', printed, code: -9, inVain: ended === 'time' ? 2 : 0 };
};

/** Implements Lambda's Invoke, and runs handler.py in Pyodide, since no Python is installed. */
export const openPythonFunction = async (): Promise<PythonFunction> => {
  const files = sandboxFiles(process.cwd());
  const python = openPython(files);
  const pool = openPool(files);
  const handler = readFileSync('lambdas/python/handler.py', 'utf8');
  const tenants: string[] = [];

  const handle = async (event: Event, went: StoppedProcess | null): Promise<unknown> => {
    const handlerEvent = {
      ...event,
      code: moduleStubs + handler + cleanupCheck,
      inputs: { event, went },
    };
    const request = { ...handlerEvent, most_result: 4 * event.most_result, most_printed: 0 };
    const { answer } = await pool.run(JSON.stringify(request), event.time_ms);
    const parsedAnswer = parsePythonAnswer(answer);
    return 'result' in parsedAnswer ? parsedAnswer.result : undefined;
  };

  const invoke = async (tenant_id: string, event: Event): Promise<unknown> => {
    const handled = await handle(event, null);
    if (handled) return handled;
    const { code, inputs, time_ms: timeoutMs } = event;
    const went = stoppedProcessOf(await python.run({ tenant_id, code, inputs, timeoutMs }));
    const result = await handle({ ...event, time_ms: limits.pythonTime }, went);
    if (!result) throw new Error('handler.py failed.');
    return result;
  };

  const loopback = await openLoopback(async ({ path, headers, body }) => {
    if (!/^\/2015-03-31\/functions\/[^/]+\/invocations$/.test(path)) return { status: 404 };
    const tenantId = String(headers['x-amz-tenant-id']);
    tenants.push(tenantId);
    const { failure } = server;
    const type = { 'content-type': 'application/json' };
    if (failure) {
      const headers = { ...type, 'x-amz-function-error': 'Unhandled' };
      return { headers, body: JSON.stringify(failure) };
    }
    const handled = await invoke(tenantId, JSON.parse(body.toString()));
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
