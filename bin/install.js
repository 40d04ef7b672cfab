// Plain JavaScript: runs on any Node >= 20, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// `import.meta.dirname` came with Node 20.11.
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The Node version that the project pins; `npm ci` installs it. */
export const pinnedNode = join(root, 'node_modules', '.bin', 'node');

const packagesIn = (lockfile) => {
  const path = join(root, lockfile);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
};

/** npm records what it installed, without optional packages for other platforms. */
const isAsWanted = (wanted, found) => {
  if (!found) return wanted?.optional === true;
  return found.version === wanted?.version && found.integrity === wanted?.integrity;
};

/** Compares contents, because a checkout or a rebase changes the times of unchanged files. */
const isInstalled = () => {
  // A symbolic link leads to somebody else's installation, which must not be replaced.
  const modules = lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false });
  if (modules?.isSymbolicLink()) return true;
  if (!existsSync(pinnedNode)) return false;
  const { '': _project, ...wanted } = packagesIn('package-lock.json');
  const found = packagesIn('node_modules/.package-lock.json');
  const paths = Object.keys({ ...wanted, ...found });
  return paths.every((path) => isAsWanted(wanted[path], found[path]));
};

const npm = (...words) => {
  const path = process.env.npm_execpath;
  const [command, ...first] = path ? [process.execPath, path] : ['npm'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(command, [...first, ...words, ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status === 0) return;
  console.error(`npm ${words[0]} did not succeed; its message is above. Nothing was started.`);
  process.exit(1);
};

/** The packages whose install scripts may run. Only recent versions of npm check it themselves. */
const scripted = () => {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => allowScripts[name]);
};

/** Installs exactly what the lockfile says, unless that is already done. */
export const install = () => {
  if (isInstalled()) return;
  console.error('Installing what the lockfile names (once, about a minute) ...');
  npm('ci', '--ignore-scripts');
  npm('rebuild', ...scripted());
};

const isPinned = () => Number(process.versions.node.split('.')[0]) >= 24;

/** Small young generations and few malloc arenas: half the memory at the same speed. */
const flags = [
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
  `--import=${pathToFileURL(join(root, 'bin', 'lean-imports.js')).href}`,
];

const environment = () => ({
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(root, 'dist', 'compile-cache'),
});

/** Replaces this process by the script, run by the pinned Node; if not possible, as a child. */
export const runPinned = (script, args) => {
  const command = [...flags, script, ...args];
  if (isPinned() && process.execve) {
    process.execve(process.execPath, [process.execPath, ...command], environment());
  }
  const child = spawn(pinnedNode, command, { stdio: 'inherit', env: environment() });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
};
