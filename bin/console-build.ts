import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const sources = ['web', 'lib', 'vite.config.ts', 'package-lock.json'];

/** The newest change below a path, in milliseconds. */
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

/** Builds the console where its sources changed since the last build. */
export const buildConsole = async (root: string): Promise<void> => {
  const stamp = join(root, 'dist', 'web.built');
  const changed = Math.max(...sources.map((name) => newestChange(join(root, name))));
  if (builtAt(stamp) >= changed) return;
  console.error('Building the console (once after each change, some seconds) ...');
  const { build } = await import('vite');
  await build({ root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, String(changed));
};
