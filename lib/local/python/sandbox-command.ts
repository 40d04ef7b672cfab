import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Where things lie; without links, as Node's permissions are about real paths. */
export type SandboxFiles = {
  pyodide: string;
  /** Its code runs in the sandbox. */
  sandbox: string;
  /** run_code.py */
  program: string;
  /** Keeps a file of 31 MB that makes starts fast; it may be removed at any time. */
  cache: string;
};

/** The files of the product that lies in the folder `root`. */
export const sandboxFiles = (root: string): SandboxFiles => ({
  pyodide: realpathSync(join(root, 'node_modules', 'pyodide')),
  sandbox: realpathSync(join(root, 'lib', 'local', 'python', 'sandbox')),
  program: realpathSync(join(root, 'lambdas', 'python', 'run_code.py')),
  cache: join(root, 'dist', 'python'),
});

/** Of 64 KiB: Python's own heap. What Node needs besides is left of the limit. */
const heapPages = 5120;

/**
 * What Node and V8 enforce themselves: no files, processes, workers, inspector or native code; no
 * JavaScript from text; a limit of the heaps.
 */
export const hardening: readonly string[] = [
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
export const sandboxArguments = (files: SandboxFiles, snapshot?: string): string[] => {
  const { pyodide, sandbox, program } = files;
  const readable = [`${pyodide}/`, `${sandbox}/`, program];
  if (snapshot !== undefined) readable.push(snapshot);
  return [
    ...hardening,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    join(sandbox, 'sandbox.ts'),
    pyodide,
    program,
    ...(snapshot === undefined ? [] : [snapshot]),
  ];
};
