// Plain JavaScript: runs on any Node >= 20, before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** The Node that the project pins; `npm ci` brings it. */
export const pinnedNode = join(root, 'node_modules', '.bin', 'node');

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : undefined);

const isInstalled = () => {
  const installed = changedAt(join(root, 'node_modules', '.package-lock.json'));
  const wanted = changedAt(join(root, 'package-lock.json')) ?? 0;
  return installed !== undefined && installed >= wanted && existsSync(pinnedNode);
};

/** Installs exactly what the lockfile says, where that is not done yet. */
export const install = () => {
  if (isInstalled()) return;
  console.error('Installing what the lockfile names (once, about a minute) ...');
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    console.error('npm ci did not succeed; its message is above. Nothing was started.');
    process.exit(1);
  }
};

/** Whether this process already is the pinned major version. */
export const isPinned = () => Number(process.versions.node.split('.')[0]) >= 24;

/** Runs a script with the pinned Node in place of this process's version; ends as it ends. */
export const runPinned = async (script, args) => {
  const { spawn } = await import('node:child_process');
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const child = spawn(pinnedNode, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
};
