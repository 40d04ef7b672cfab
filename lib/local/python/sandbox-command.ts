import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the installed Pyodide, as a module sees it: without links. */
export const pyodideFolder = dirname(
  realpathSync(createRequire(import.meta.url).resolve('pyodide/package.json')),
);

/** Its code runs in the sandbox. */
export const sandboxFolder = join(realpathSync(import.meta.dirname), 'sandbox');

/** Of 64 KiB: Python's own heap. What Node needs besides is left of the limit. */
const heapPages = 5120;

/**
 * What Node and V8 enforce themselves: no files, processes, workers, inspector or native code; no
 * JavaScript from text; a limit of the heaps.
 */
const hardening = [
  '--permission',
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  '--disable-sigusr1',
  '--no-addons',
  '--no-warnings',
  '--max-old-space-size=96',
  '--max-semi-space-size=4',
  `--wasm-max-mem-pages=${heapPages}`,
];

/**
 * The arguments of Node that start a sandbox: it may read Pyodide, its own code, run_code.py and
 * the snapshot, and nothing else. Without a snapshot it makes one.
 */
export const sandboxArguments = (program: string, snapshot?: string): string[] => {
  const readable = [`${pyodideFolder}/`, `${sandboxFolder}/`, program];
  if (snapshot !== undefined) readable.push(snapshot);
  return [
    ...hardening,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    join(sandboxFolder, 'sandbox.ts'),
    pyodideFolder,
    program,
    ...(snapshot === undefined ? [] : [snapshot]),
  ];
};
