import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Paths without symbolic links, since Node's permissions apply to real paths. */
export type SandboxFiles = {
  pyodide: string;
  /** The folder of the code that runs in the sandbox. */
  sandbox: string;
  /** The path of run_code.py. */
  program: string;
  /** The folder of a 31 MB file that makes starts fast; it may be removed at any time. */
  cache: string;
};

/** The files of the installation in the folder `root`. */
export const sandboxFiles = (root: string): SandboxFiles => ({
  pyodide: realpathSync(join(root, 'node_modules', 'pyodide')),
  sandbox: realpathSync(join(root, 'lib', 'local', 'python', 'sandbox')),
  program: realpathSync(join(root, 'lambdas', 'python', 'run_code.py')),
  cache: join(root, 'dist', 'python'),
});

/** In pages of 64 KiB: Python's own heap. The rest of the memory limit is for Node itself. */
const heapPages = 5120;

/**
 * Restrictions that Node and V8 enforce themselves: no files, processes, workers, inspector or
 * native code; no JavaScript from text; limited heaps.
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
 * Node's arguments to start a sandbox, which may read only Pyodide, its own code, run_code.py and
 * the snapshot. Without a snapshot it creates one.
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
