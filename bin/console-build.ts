import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { contentTypes } from '#lib/kernel/site-headers.ts';
import { encodings, isCompressible, minCompressedBytes } from '#lib/local/http/encoding.ts';

const sources = [
  'web',
  'lib',
  'agent',
  'bin/console-build.ts',
  'vite.config.ts',
  'package-lock.json',
];

const stampFile = join('dist', 'web.built');

/** The time of the newest change below a path, in epoch milliseconds. */
const newestChange = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
};

const builtAt = (stamp: string): number => {
  try {
    return Number(readFileSync(stamp, 'utf8'));
  } catch {
    return 0;
  }
};

/** Whether the console's sources changed since its last build. */
export const isStale = (root: string): boolean => {
  const changed = Math.max(...sources.map((name) => newestChange(join(root, name))));
  return builtAt(join(root, stampFile)) < changed;
};

/** Writes compressed copies of a built file beside it, if they are smaller. */
const compressBeside = async (path: string): Promise<void> => {
  if (!isCompressible(contentTypes[extname(path)] ?? '')) return;
  const content = await readFile(path);
  if (content.byteLength < minCompressedBytes) return;
  for (const { suffix, atBuild } of Object.values(encodings)) {
    await writeFile(path + suffix, await atBuild(content));
  }
};

const compressAll = async (folder: string): Promise<void> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ parentPath, name }) => compressBeside(join(parentPath, name))));
};

/** Builds the console, and the agents' program that it serves, into `dist/web`. */
export const buildConsole = async (root: string): Promise<void> => {
  const started = Date.now();
  // Set for all callers, including tests: what is served is never a development build.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const configFile = join(root, 'vite.config.ts');
  await build({ root: join(root, 'web'), configFile, logLevel: 'warn' });
  const { bundleAgent } = await import('#lib/stack/agent-bundle.ts');
  await bundleAgent(root, join(root, 'dist', 'web', 'agent'));
  await compressAll(join(root, 'dist', 'web'));
  mkdirSync(dirname(join(root, stampFile)), { recursive: true });
  writeFileSync(join(root, stampFile), String(started));
};

/** Builds the console if stale, in a child process, so that its memory is free while serving. */
export const buildIfStale = (root: string): void => {
  if (!isStale(root)) return;
  const build = join(import.meta.dirname, 'build.ts');
  const { status } = spawnSync(process.execPath, [build], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The console could not be built; the message is above.');
};
