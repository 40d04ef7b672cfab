import { readFileSync } from 'node:fs';
import { type Pyodide, startPyodide } from '#lib/local/python/sandbox/pyodide.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import {
  parsePythonAnswer,
  type Python,
  pythonOutcomeOf,
  pythonRequest,
  timeLimitOf,
} from '#lib/ports/python.ts';

const defineRunCode = `
import sys, types
module = sys.modules["run_code"] = types.ModuleType("run_code")
exec(compile(source, "/lib/run_code.py", "exec"), module.__dict__)
module.run`;

const openInterpreter = async () => {
  const { pyodide: folder, program } = sandboxFiles(process.cwd());
  const pyodide: Pyodide = await startPyodide(folder);
  const globals = pyodide.toPy({ source: readFileSync(program, 'utf8') });
  return {
    pyodide,
    run: pyodide.runPython(defineRunCode, { globals }) as (text: string) => string,
  };
};

let openedInterpreter: ReturnType<typeof openInterpreter> | undefined;

/**
 * The Python code that both editions run, in one interpreter in this process: without the sandbox,
 * and so many times faster. For tests about the results of code, not about its isolation.
 */
export const pythonHere: Python = {
  async run(request) {
    openedInterpreter ??= openInterpreter();
    const { pyodide, run } = await openedInterpreter;
    const chunks: Uint8Array[] = [];
    const write = (bytes: Uint8Array): number => {
      chunks.push(bytes.slice());
      return bytes.length;
    };
    pyodide.setStdout({ write });
    const ms = timeLimitOf(request);
    const answer = run(JSON.stringify(pythonRequest(request, ms)));
    return {
      ...pythonOutcomeOf(parsePythonAnswer(answer), ms),
      stdout: Buffer.concat(chunks).toString(),
    };
  },
};
