import { cpSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import type { FunctionSpec } from './function-spec.ts';
import { bundleAgent } from './agent-bundle.ts';
import { functions } from './functions.ts';
import { directImports } from './direct-imports.ts';
import { exclusionPlugins } from './bundle-exclusions.ts';
import { writeMerged } from './merge-start.ts';
import { plainSchemas } from './plain-schemas.ts';

const specs: [name: string, spec: FunctionSpec][] = Object.entries(functions);
const pythonSpecs = specs.filter(([, { python }]) => python);
const nodeSpecs = specs.filter(([, { python }]) => !python);

/** The settings of what is written; the console's build has its own. */
const outputSettings = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  logLevel: 'warning',
} satisfies BuildOptions;

const settingsOf = (root: string): BuildOptions => ({
  ...outputSettings,
  entryNames: 'index',
  // Dynamic imports become separate files, which are loaded when needed.
  splitting: true,
  // Prefers the SDK's ES modules: nothing can be tree-shaken from its CommonJS modules.
  mainFields: ['module', 'main'],
  alias: { '@aws-sdk/credential-provider-node': join(root, 'lib', 'aws', 'own-credentials.ts') },
  // Some packages still call require. The minifier never uses this name.
  banner: {
    js: [
      "import{createRequire as madeOf}from'node:module';",
      'const require=/* @__PURE__ */madeOf(import.meta.url);',
    ].join(''),
  },
  plugins: [directImports, ...exclusionPlugins, plainSchemas],
});

/**
 * A start that awaited a file which is loaded on demand would wait forever: that file imports from
 * the entry, and so waits for it. The build fails instead.
 */
const noTopLevelAwait = { 'top-level-await': false };

/** Bundles code into a folder. Returns what its files contained before they were merged. */
export const bundleCode = async (
  root: string,
  code: Pick<BuildOptions, 'entryPoints' | 'stdin' | 'logLevel'>,
  outdir: string,
) => {
  const settings = { ...settingsOf(root), ...code, outdir, supported: noTopLevelAwait };
  const split = await build({ ...settings, write: false, metafile: true });
  await writeMerged(split, { ...outputSettings, outdir });
  return split.metafile;
};

/** Bundles one entry, given by its path from `root`, into a folder of its own. */
export const bundleEntry = (root: string, entry: string, outdir: string) =>
  bundleCode(root, { entryPoints: [join(root, entry)] }, outdir);

/** Bundles the file of a worker thread into one file beside the function that starts it. */
const bundleThread = (root: string, file: string, outdir: string) => {
  const settings = { ...settingsOf(root), splitting: false, entryNames: '[name]' };
  return build({ ...settings, entryPoints: [join(root, file)], outdir });
};

/**
 * Bundles every Lambda into a folder of its name below `outdir`, each separately, so that a folder
 * contains everything its function loads; Python is copied as it is.
 */
export const bundleFunctions = async (root: string, outdir: string): Promise<void> => {
  for (const [name] of pythonSpecs) {
    const filter = (path: string) => !path.includes('__pycache__');
    cpSync(join(root, 'lambdas', name), join(outdir, name), { recursive: true, filter });
  }
  const bundle = async (name: string, { threads = [], assets = [] }: FunctionSpec) => {
    const folder = join(outdir, name);
    await bundleEntry(root, `lambdas/${name}.ts`, folder);
    for (const thread of threads) await bundleThread(root, thread, folder);
    for (const asset of assets) cpSync(join(root, asset), join(folder, basename(asset)));
  };
  // The agent's installation contains the program's text and checksum.
  await bundleAgent(root, join(outdir, 'api', 'agents', 'agent'));
  // Bundling all at once takes 5 GB of memory and is no faster: the bundler itself uses all cores.
  const waiting = nodeSpecs.values();
  const bundleNext = async () => {
    for (const [name, spec] of waiting) await bundle(name, spec);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, bundleNext));
};
