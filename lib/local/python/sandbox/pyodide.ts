import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of Pyodide's interface that is used here. */
export type Pyodide = {
  FS: { filesystems: { MEMFS: FileSystem }; ErrnoError: new (code: number) => Error };
  runPython(code: string, options: { globals: unknown; filename?: string }): unknown;
  toPy(value: object): unknown;
  makeMemorySnapshot(): Uint8Array;
  setInterruptBuffer(buffer: { 0: number }): void;
  setStdout(to: { write(bytes: Uint8Array): number }): void;
  setStderr(to: { write(bytes: Uint8Array): number }): void;
};

/** Files in memory; this is called to make room before a file grows. */
type FileSystem = { expandFileStorage(file: object, size: number): void };

type Load = (options: Record<string, unknown>) => Promise<Pyodide>;

const maxFileBytes = 64 * 1024 * 1024;
const noSpaceLeft = 51;

/** Files are kept outside Python's memory, so their growth has a limit of its own. */
const limitFiles = ({ FS }: Pyodide): void => {
  const { MEMFS } = FS.filesystems;
  const grow = MEMFS.expandFileStorage.bind(MEMFS);
  MEMFS.expandFileStorage = (file, size) => {
    if (size > maxFileBytes) throw new FS.ErrnoError(noSpaceLeft);
    grow(file, size);
  };
};

/** An empty package index without an address, so that packages are never loaded. */
const emptyPackageIndex = (folder: string) => {
  const { info } = JSON.parse(readFileSync(join(folder, 'pyodide-lock.json'), 'utf8'));
  return { info, packages: {} };
};

/** What Pyodide needs in an environment other than Node or a browser; removed after its start. */
const startupGlobals: Record<string, unknown> = {
  read: (path: string) => readFileSync(path, 'utf8'),
  readbuffer: (path: string) => readFileSync(path),
  load: () => undefined,
  WorkerGlobalScope: true,
};

const startupGlobalNames = Object.keys(startupGlobals);

/**
 * Starts Pyodide without access to Node: it gets no `process`, `fs` or `require`, so Python cannot
 * reach them through it. The JavaScript globals that Python sees are empty.
 */
export const startPyodide = async (folder: string, snapshot?: Uint8Array): Promise<Pyodide> => {
  Object.assign(globalThis, startupGlobals);
  const { loadPyodide }: { loadPyodide: Load } = await import(join(folder, 'pyodide.mjs'));
  const { default: createPyodideModule } = await import(join(folder, 'pyodide.asm.mjs'));
  const pyodide = await loadPyodide({
    indexURL: `${folder}/`,
    createPyodideModule,
    lockFileContents: emptyPackageIndex(folder),
    packageBaseUrl: 'none:/',
    jsglobals: Object.create(null),
    env: { HOME: '/tmp' },
    stdin: () => null,
    enableRunUntilComplete: false,
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  });
  limitFiles(pyodide);
  for (const name of startupGlobalNames) Reflect.deleteProperty(globalThis, name);
  return pyodide;
};
