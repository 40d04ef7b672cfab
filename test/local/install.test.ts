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
const calledFile = join(folder, 'called');
const npm = join(folder, 'npm.cjs');

const react = { version: '19.3.1', integrity: 'sha512-a' };
const forMac = { version: '1.0.0', integrity: 'sha512-b', optional: true } as const;
const locked = { 'node_modules/react': react, 'node_modules/for-mac': forMac };

const write = (path: string, packages: object): void =>
  writeFileSync(path, JSON.stringify({ packages }));

/** The npm commands of a start, in a clone in which npm recorded these packages. */
const npmCommands = (found: Packages): string[][] => {
  rmSync(calledFile, { force: true });
  write(installed, found);
  const script = "import('./bin/install.js').then(({ install }) => install())";
  const env = { ...process.env, npm_execpath: npm };
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: folder, env });
  if (status !== 0) throw new Error(String(stderr));
  const lines = existsSync(calledFile) ? readFileSync(calledFile, 'utf8').trim().split('\n') : [];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return lines.map((line) => {
    const args: string[] = JSON.parse(line);
    return args.filter((arg) => !quiet.includes(arg));
  });
};

const hasNpmCommands = (found: Packages): boolean => npmCommands(found).length > 0;

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  cpSync('bin/install.js', join(folder, 'bin', 'install.js'));
  const allowScripts = { node: true, esbuild: true, 'unrs-resolver': false };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', allowScripts }));
  writeFileSync(join(folder, 'node_modules', '.bin', 'node'), '');
  const note = `JSON.stringify(process.argv.slice(2)) + '\\n'`;
  writeFileSync(npm, `require('node:fs').appendFileSync(${JSON.stringify(calledFile)}, ${note})`);
  write(lockfile, { '': { name: 'cloudwarden' }, ...locked });
});
afterAll(remove);

describe('packages of the lockfile', () => {
  it('are not installed again when only the lockfile is newer', () => {
    utimesSync(lockfile, new Date(), new Date(Date.now() + 60_000));
    expect(hasNpmCommands({ 'node_modules/react': react })).toBe(false);
    expect(hasNpmCommands(locked)).toBe(false);
  });

  it.each<[string, Packages]>([
    ['nothing is installed', {}],
    ['another version is installed', { 'node_modules/react': { ...react, version: '19.3.0' } }],
    ['another content is installed', { 'node_modules/react': { ...react, integrity: 'sha512-c' } }],
    ['a further package is installed', { ...locked, 'node_modules/left': react }],
  ])('are installed when %s', (_what, found) => {
    expect(hasNpmCommands(found)).toBe(true);
  });
});

describe('scripts of packages', () => {
  it("run only for the chosen packages, independently of npm's own setting", () => {
    expect(npmCommands({})).toEqual([
      ['ci', '--ignore-scripts'],
      ['rebuild', 'node', 'esbuild'],
    ]);
  });

  it('are chosen only for packages that have scripts', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const name of Object.keys(allowScripts)) {
      expect(packages[`node_modules/${name}`]).toMatchObject({ hasInstallScript: true });
    }
  });
});

describe('files that run before the pinned Node is installed', () => {
  it('use no feature newer than the oldest supported Node', () => {
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
