import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of Pyodide that is used here. */
export type Pyodide = {
  FS: { filesystems: { MEMFS: FileSystem }; ErrnoError: new (code: number) => Error };
  runPython(code: string, options: { globals: unknown; filename?: string }): unknown;
  toPy(value: object): unknown;
  makeMemorySnapshot(): Uint8Array;
  setInterruptBuffer(buffer: { 0: number }): void;
  setStdout(to: { write(bytes: Uint8Array): number }): void;
  setStderr(to: { write(bytes: Uint8Array): number }): void;
};

/** Files in memory: before one grows, this makes room for it. */
type FileSystem = { expandFileStorage(file: object, size: number): void };

type Load = (options: Record<string, unknown>) => Promise<Pyodide>;

const mostOfAFile = 64 * 1024 * 1024;
const noSpaceLeft = 51;

/** Files live outside of Python's memory, so their growth has a limit of its own. */
const limitFiles = ({ FS }: Pyodide): void => {
  const { MEMFS } = FS.filesystems;
  const grow = MEMFS.expandFileStorage.bind(MEMFS);
  MEMFS.expandFileStorage = (file, size) => {
    if (size > mostOfAFile) throw new FS.ErrnoError(noSpaceLeft);
    grow(file, size);
  };
};

/** Packages are never loaded: the index has none, and no address to load them from. */
const noPackages = (folder: string) => {
  const { info } = JSON.parse(readFileSync(join(folder, 'pyodide-lock.json'), 'utf8'));
  return { info, packages: {} };
};

/** What Pyodide asks of a machine that is neither Node nor a browser; gone once it has started. */
const shell: Record<string, unknown> = {
  read: (path: string) => readFileSync(path, 'utf8'),
  readbuffer: (path: string) => readFileSync(path),
  load: () => undefined,
  WorkerGlobalScope: true,
};

const shellNames = Object.keys(shell);

/**
 * Starts Pyodide where it finds nothing of Node: it takes no `process`, `fs` or `require`, so
 * Python finds none of them through it. The globals of JavaScript that Python sees are empty.
 */
export const startPyodide = async (folder: string, snapshot?: Uint8Array): Promise<Pyodide> => {
  Object.assign(globalThis, shell);
  const { loadPyodide }: { loadPyodide: Load } = await import(join(folder, 'pyodide.mjs'));
  const { default: createPyodideModule } = await import(join(folder, 'pyodide.asm.mjs'));
  const pyodide = await loadPyodide({
    indexURL: `${folder}/`,
    createPyodideModule,
    lockFileContents: noPackages(folder),
    packageBaseUrl: 'none:/',
    jsglobals: Object.create(null),
    env: { HOME: '/tmp' },
    stdin: () => null,
    enableRunUntilComplete: false,
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  });
  limitFiles(pyodide);
  for (const name of shellNames) Reflect.deleteProperty(globalThis, name);
  return pyodide;
};
