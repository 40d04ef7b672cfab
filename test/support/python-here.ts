import { readFileSync } from 'node:fs';
import { type Pyodide, startPyodide } from '#lib/local/python/sandbox/pyodide.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { outcomeOf, type Python, pythonRequest, readAnswer, timeOf } from '#lib/ports/python.ts';

const define = `
import sys, types
module = sys.modules["run_code"] = types.ModuleType("run_code")
exec(compile(source, "/lib/run_code.py", "exec"), module.__dict__)
module.run`;

const open = async () => {
  const { pyodide: folder, program } = sandboxFiles(process.cwd());
  const pyodide: Pyodide = await startPyodide(folder);
  const globals = pyodide.toPy({ source: readFileSync(program, 'utf8') });
  return { pyodide, run: pyodide.runPython(define, { globals }) as (text: string) => string };
};

let opened: ReturnType<typeof open> | undefined;

/**
 * The Python code that both editions run, in one interpreter in this process: without the sandbox,
 * and so many times faster. For tests about the results of code, not about its isolation.
 */
export const pythonHere: Python = {
  async run(asked) {
    opened ??= open();
    const { pyodide, run } = await opened;
    const parts: Uint8Array[] = [];
    const write = (bytes: Uint8Array): number => {
      parts.push(bytes.slice());
      return bytes.length;
    };
    pyodide.setStdout({ write });
    const ms = timeOf(asked);
    const answer = run(JSON.stringify(pythonRequest(asked, ms)));
    return { ...outcomeOf(readAnswer(answer), ms), stdout: Buffer.concat(parts).toString() };
  },
};
