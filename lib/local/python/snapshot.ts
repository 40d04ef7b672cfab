import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxArguments, type SandboxFiles } from './sandbox-command.ts';

/** The snapshot's name: it fits one Pyodide release, one way of starting and one run_code.py. */
const nameOf = ({ pyodide, sandbox, program }: SandboxFiles): string => {
  const start = ['sandbox.ts', 'pyodide.ts'].map((file) => join(sandbox, file));
  const hash = createHash('sha256');
  for (const path of [join(pyodide, 'package.json'), ...start, program]) {
    hash.update(readFileSync(path));
  }
  return `python-${hash.digest('hex').slice(0, 16)}.snapshot`;
};

const makeSnapshot = async (files: SandboxFiles, draft: string): Promise<void> => {
  const file = await open(draft, 'wx', 0o600);
  try {
    const maker = spawn(process.execPath, sandboxArguments(files), {
      env: {},
      stdio: ['ignore', file.fd, 'ignore'],
    });
    const [code] = await once(maker, 'exit');
    if (code !== 0) throw new Error(`Python did not start (exit ${code}).`);
  } finally {
    await file.close();
  }
};

/** How old (ms) a draft must be for its process to have died. */
const abandonedAfter = 10 * 60_000;

const isAbandoned = async (path: string): Promise<boolean> =>
  Date.now() - (await stat(path)).mtimeMs > abandonedAfter;

/** Removes snapshots of other releases, and drafts left by killed processes. */
const removeOthers = async (folder: string, name: string): Promise<void> => {
  for (const fileName of await readdir(folder)) {
    const path = join(folder, fileName);
    const isOld = /^python-\w+\.snapshot$/.test(fileName) && fileName !== name;
    const isLeftover = fileName.endsWith('.draft') && (await isAbandoned(path).catch(() => false));
    if (isOld || isLeftover) await rm(path, { force: true });
  }
};

/**
 * The path of a snapshot: the memory of a freshly started Python as a file. It is created once, in
 * about 1.5 s, and saves that time in each start.
 */
export const findSnapshot = async (files: SandboxFiles): Promise<string> => {
  const { cache } = files;
  const name = nameOf(files);
  const path = join(cache, name);
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const draft = join(cache, `${randomUUID()}.draft`);
  try {
    await makeSnapshot(files, draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await removeOthers(cache, name);
  return path;
};
