import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type LockedPackage = { version: string; integrity?: string; resolved?: string; inBundle?: boolean };
type Component = { name: string; version: string; hashes?: { content: string }[] };

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const lockedPackages = Object.entries(packages).filter(([path]) => path !== '');

describe('the lockfile', () => {
  it('contains no hosts, and a checksum for each package', () => {
    expect(lockedPackages.filter(([, { resolved }]) => resolved)).toEqual([]);
    // Packages bundled in another package have no archive and no checksum of their own.
    const unchecked = lockedPackages.filter(([, one]) => !one.integrity && !one.inBundle);
    expect(unchecked).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const maxBuffer = 64 * 1024 * 1024;
  const bill = execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8', maxBuffer });
  const { components }: { components: Component[] } = JSON.parse(bill);
  const contents = new Set(components.flatMap(({ hashes = [] }) => hashes.map((it) => it.content)));
  const names = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const hex = (integrity: string): string =>
    Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex');

  it('lists exactly the packages of the lockfile', () => {
    // A version is listed once, under one of its names; bundled ones are listed without content.
    const missing = lockedPackages.filter(
      ([path, { version, integrity = '' }]) =>
        !contents.has(hex(integrity)) &&
        !names.has(`${path.split('node_modules/').at(-1)}@${version}`),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
    const lockedHashes = new Set(lockedPackages.map(([, { integrity = '' }]) => hex(integrity)));
    expect([...contents].filter((content) => !lockedHashes.has(content))).toEqual([]);
    expect(components.length).toBeGreaterThan(500);
  });
});

/** The patterns of keys and tokens; published examples do not count. */
const secrets: [what: string, pattern: RegExp][] = [
  ['key of AWS', /\bA[KS]IA(?!IOSFODNN7EXAMPLE)[0-9A-Z]{16}\b/],
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)+[\w+/=]{40}/],
  ['token of GitHub', /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22})/],
  ['token of GitLab', /\bglpat-[\w-]{20}/],
  ['token of Slack', /\bxox[abprs]-[\w-]{10}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20}/],
  ['key of Google', /\bAIza[\w-]{35}/],
  ['key of a model', /\bsk-[A-Za-z0-9_-]{20}/],
  ['signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20}/],
  ['password in an address', /\b[a-z]+:\/\/[^\s/:@'"`<$]+:(?!\$\{)[^\s/:@'"`<$]{12,}@[a-z0-9]/],
];

/** The project's own files: all except those that are never committed. */
const ownFiles = (): string[] => {
  const ignored = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .map((line) => line.replace('/', ''));
  const ownNames = readdirSync('.').filter((name) => name !== '.git' && !ignored.includes(name));
  return ownNames.flatMap((name) =>
    statSync(name).isFile()
      ? [name]
      : readdirSync(name, { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => join(one.parentPath, one.name)),
  );
};

const secretsIn = (text: string): string[] =>
  secrets.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []));

describe("the project's own files", () => {
  it('contain no secrets', () => {
    const files = ownFiles();
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((path) =>
      secretsIn(readFileSync(path, 'latin1')).map((kind) => `${path}: ${kind}`),
    );
    expect(found).toEqual([]);
  });

  // Written with blanks, so that this file contains none; `~` stands for a blank in them.
  it.each([
    ['key of AWS', 'AKIA Q3EGRIGZ7KPL2M4N'],
    ['private key', `-----BEGIN ~RSA~PRIVATE~KEY-----\n${'MIIEowIBAAKCAQEA'.repeat(4)}`],
    ['private key', `"-----BEGIN ~PRIVATE~KEY-----\\n${'MIIEvQIBADANBgkq'.repeat(4)}"`],
    ['token of GitHub', `ghp_ ${'a1B2'.repeat(9)}`],
    ['token of GitLab', `glpat- ${'a1B2'.repeat(5)}`],
    ['token of Slack', 'xoxb- 123456789012'],
    ['key of Google', `AIza ${'a1B2_'.repeat(7)}`],
    ['key of a model', `sk- ${'ant-a1B2'.repeat(4)}`],
    ['signed token', `eyJhbGciOiJSUzI1 .eyJzdWIiOiIxMjM0 .${'c2lnbmF0dXJl'.repeat(2)}`],
    ['password in an address', 'postgres://admin: correct-horse-9@db.internal/main'],
  ])('are reported if they contain a %s', (kind, text) => {
    const secret = text.replaceAll(' ', '').replaceAll('~', ' ');
    expect(secretsIn(`before ${secret} after`)).toEqual([kind]);
  });
});
