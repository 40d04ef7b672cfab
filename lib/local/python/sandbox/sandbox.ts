// The entry of a process that runs user-written Python once. Its arguments: the folder of Pyodide,
// run_code.py, and a memory snapshot; without a snapshot it creates one. It reads a request from
// descriptor 0. Printed text goes to 1; a line when it is ready, and then its only answer, go to 3.
import { Buffer } from 'node:buffer';
import { randomFillSync } from 'node:crypto';
import { readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { denyExternalAccess, denyImports, replaceGlobals } from './lockdown.ts';
import { type Pyodide, startPyodide } from './pyodide.ts';

const [, , folder = '', program = '', snapshotPath] = process.argv;
const exit = process.exit.bind(process);
const now = performance.now.bind(performance);

/** Python interrupts code at its time limit; V8 stops it this much later (ms) if it goes on. */
const grace = 2_000;

type Request = { time_ms: number; most_printed: number };

const write = (descriptor: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
};

/** All of Node's additions to the language that Pyodide gets; nothing runs after its answer. */
const pyodideGlobals = {
  TextDecoder,
  TextEncoder,
  crypto: { getRandomValues: randomFillSync },
  performance: { now },
  setTimeout: () => 0,
  clearTimeout: () => undefined,
};

const readRequest = (): string => {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = new Uint8Array(65_536);
    const length = readSync(0, chunk);
    // The process that started this one has ended.
    if (length === 0) exit(0);
    chunks.push(chunk.subarray(0, length));
    if (chunk[length - 1] === 10) return Buffer.concat(chunks).toString();
  }
};

/** Defines a Python module from a file that Python itself cannot see. */
const defineModule = (pyodide: Pyodide, name: string, path: string): void => {
  const globals = pyodide.toPy({ name, source: readFileSync(path, 'utf8') });
  pyodide.runPython(
    `import sys, types
module = sys.modules[name] = types.ModuleType(name)
exec(compile(source, f"/lib/{name}.py", "exec"), module.__dict__)`,
    { globals },
  );
};

const makeSnapshot = async (): Promise<void> => {
  const pyodide = await startPyodide(folder);
  defineModule(pyodide, 'run_code', program);
  write(1, pyodide.makeMemorySnapshot());
};

/** Python polls for signals while it runs; from this time on it gets an interrupt every 100 ms. */
const interruptAfter = (ms: number) => {
  let next = now() + ms;
  return {
    get 0() {
      if (now() < next) return 0;
      next = now() + 100;
      return 2;
    },
    set 0(_signal: number) {
      // Python writes here that it handled the signal; no action is needed.
    },
  };
};

const limitOutput = (pyodide: Pyodide, maxBytes: number): void => {
  let remainingBytes = maxBytes;
  const print = (bytes: Uint8Array): number => {
    write(1, bytes.subarray(0, remainingBytes));
    remainingBytes = Math.max(0, remainingBytes - bytes.length);
    return bytes.length;
  };
  pyodide.setStdout({ write: print });
  pyodide.setStderr({ write: print });
};

/** Runs the code once; V8 stops code that neither returns nor reacts to interrupts. */
const answerOf = (pyodide: Pyodide, run: (text: string) => string): string => {
  const text = readRequest();
  const { time_ms, most_printed }: Request = JSON.parse(text);
  limitOutput(pyodide, 2 * most_printed);
  pyodide.setInterruptBuffer(interruptAfter(time_ms));
  Object.defineProperty(globalThis, 'runOnce', { value: () => run(text), configurable: true });
  const script = new Script('runOnce()');
  try {
    return String(script.runInThisContext({ timeout: time_ms + grace }));
  } catch {
    return '{"ended":"early"}';
  }
};

const runRequest = async (): Promise<void> => {
  const pyodide = await startPyodide(folder, readFileSync(snapshotPath ?? ''));
  defineModule(pyodide, 'confine', join(import.meta.dirname, 'confine.py'));
  const globals = pyodide.toPy({});
  const run = pyodide.runPython('import run_code; run_code.run', { globals });
  denyImports();
  write(3, Buffer.from('ready\n'));
  write(3, Buffer.from(answerOf(pyodide, run as (text: string) => string)));
};

denyExternalAccess();
replaceGlobals(pyodideGlobals);
await (snapshotPath ? runRequest() : makeSnapshot());
exit(0);
