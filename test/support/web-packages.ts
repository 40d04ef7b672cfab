// Tests of the console load its packages, including hundreds of Cloudscape modules, anew for each
// file. Bundles, rebuilt when sources or packages change, load in a fraction of the time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { sourcesIn } from './sources.ts';

const folder = 'dist/web-packages';
const reactAct = 'test/support/react-act.ts';

/** These have a bundle of their own, which the others and the testing library load. */
const react = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** Packages that are bundled. */
const packagePattern =
  `${react.join('|')}|` +
  '@cloudscape-design/.+|@?aws-amplify(?:/.+)?|@tanstack/react-query|@xyflow/react|react-router.*|' +
  '@testing-library/.+|react-markdown|remark-gfm|rehype-sanitize|zod';

/** For `moduleNameMapper` of `jest.config.js`: the bundle if there is one, else the package. */
export const bundledPackages = {
  [`^(${packagePattern})$`]: [`<rootDir>/${folder}/$1.cjs`, '$1'],
};

const importedPackages = (): string[] => {
  const targets = sourcesIn('web/src', 'test/web', 'test/support').flatMap(({ imports }) =>
    imports.flatMap(({ target, isType }) => (isType ? [] : target)),
  );
  const isBundled = new RegExp(`^(${packagePattern})$`);
  return [...new Set([...react, ...targets])].filter((target) => isBundled.test(target)).sort();
};

/** Packages of one bundle share dependencies: `aws-amplify/auth` and `@aws-amplify/ui-react`. */
const bundleOf = (name: string): string =>
  react.includes(name) ? 'react' : (/^@?([^/]+)/.exec(name)?.[1] ?? name);

/** Resolves a required package to its ES modules, which then run only where they are used. */
const esModulesPlugin: Plugin = {
  name: 'as imported',
  setup: ({ onResolve, resolve: find }) =>
    onResolve({ filter: /./ }, ({ path, kind, importer, resolveDir }) => {
      if (kind !== 'require-call' || importer !== '<stdin>') return undefined;
      return find(path, { kind: 'import-statement', importer: 'console', resolveDir });
    }),
};

const contentsOf = (packages: string[]): string =>
  packages
    .map((name) =>
      name === 'react'
        ? `exports.react = () => Object.assign(require('react'), { act });`
        : `exports['${name}'] = () => require('${name}');`,
    )
    .join('\n');

const makeBundle = (packages: string[], to: string, name: string) =>
  build({
    stdin: { contents: contentsOf(packages), resolveDir: process.cwd() },
    outfile: join(to, 'bundles', `${name}.cjs`),
    bundle: true,
    format: 'cjs',
    platform: 'browser',
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    // Every test file compiles it again: the less text, the faster.
    minifyWhitespace: true,
    minifySyntax: true,
    // A failure prints some lines of it, so they must be short.
    lineLimit: 160,
    logLevel: 'error',
    plugins: [esModulesPlugin],
    ...(name === 'react' ? { inject: [reactAct] } : { external: react }),
  });

const makePackages = async (packages: string[], to: string): Promise<void> => {
  const bundles = Object.entries(Object.groupBy(packages, bundleOf));
  await Promise.all(bundles.map(([name, of = []]) => makeBundle(of, to, name)));
  for (const name of packages) {
    const path = join(to, `${name}.cjs`);
    mkdirSync(dirname(path), { recursive: true });
    const bundle = relative(dirname(path), join(to, 'bundles', bundleOf(name)));
    const from = bundle.startsWith('.') ? bundle : `./${bundle}`;
    writeFileSync(path, `module.exports = require('${from}.cjs')['${name}']();\n`);
  }
};

/** Jest's `globalSetup` of the console's tests. */
export default async function setUp(): Promise<void> {
  const packages = importedPackages();
  const hash = createHash('sha256').update(packages.join());
  for (const file of ['package-lock.json', 'test/support/web-packages.ts', reactAct]) {
    hash.update(readFileSync(file));
  }
  const stamp = hash.digest('hex');
  const to = resolve(folder);
  const stampFile = join(to, 'stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const draft = `${to}.${process.pid}`;
  await makePackages(packages, draft);
  writeFileSync(join(draft, 'stamp'), stamp);
  rmSync(to, { recursive: true, force: true });
  renameSync(draft, to);
}
