import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sourcesIn } from '#test/support/sources.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Packages = Record<string, { version: string; integrity: string; optional?: true }>;

const { folder, remove } = temporaryFolder();
const lockfile = join(folder, 'package-lock.json');
const installed = join(folder, 'node_modules', '.package-lock.json');
const called = join(folder, 'called');
const npm = join(folder, 'npm.cjs');

const react = { version: '19.3.1', integrity: 'sha512-a' };
const forMac = { version: '1.0.0', integrity: 'sha512-b', optional: true } as const;
const locked = { 'node_modules/react': react, 'node_modules/for-mac': forMac };

const write = (path: string, packages: object): void =>
  writeFileSync(path, JSON.stringify({ packages }));

/** Whether a start calls `npm ci` in a clone where npm noted these packages. */
const installs = (found: Packages): boolean => {
  rmSync(called, { force: true });
  write(installed, found);
  const script = "import('./bin/install.js').then(({ install }) => install())";
  const env = { ...process.env, npm_execpath: npm };
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: folder, env });
  if (status !== 0) throw new Error(String(stderr));
  return existsSync(called);
};

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  cpSync('bin/install.js', join(folder, 'bin', 'install.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'node_modules', '.bin', 'node'), '');
  writeFileSync(npm, `require('node:fs').writeFileSync(${JSON.stringify(called)}, '')`);
  write(lockfile, { '': { name: 'cloudwarden' }, ...locked });
});
afterAll(remove);

describe('what the lockfile names', () => {
  it('is not installed again because the lockfile was written anew', () => {
    utimesSync(lockfile, new Date(), new Date(Date.now() + 60_000));
    expect(installs({ 'node_modules/react': react })).toBe(false);
    expect(installs(locked)).toBe(false);
  });

  it.each<[string, Packages]>([
    ['nothing is installed', {}],
    ['another version is installed', { 'node_modules/react': { ...react, version: '19.3.0' } }],
    ['another content is installed', { 'node_modules/react': { ...react, integrity: 'sha512-c' } }],
    ['more is installed', { ...locked, 'node_modules/left': react }],
  ])('is installed where %s', (_what, found) => {
    expect(installs(found)).toBe(true);
  });
});

describe('what runs before the pinned Node is there', () => {
  it('asks for nothing that came after the oldest Node that may start it', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(engines).toEqual({ node: '>=20' });
    const first = sourcesIn('bin', 'test').filter(({ text }) =>
      /\bany Node >= 20\b|from '[./]+\/install\.js'/.test(text),
    );
    expect(first.length).toBeGreaterThan(3);
    // These came with Node 20.11.
    const later = first.filter(({ text }) => /^[^/]*import\.meta\.(dir|file)name/m.test(text));
    expect(later.map(({ path }) => path)).toEqual([]);
  });
});
