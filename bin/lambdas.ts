// Bundles every Lambda by one esbuild call, and lays the console beside the function that publishes it.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import { openApiDocument } from '#lib/openapi.ts';
import { functions } from '#lib/stack/functions.ts';
import { buildConsole, isStale } from './console-build.ts';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist', 'lambdas');
const site = join(outdir, 'custom', 'site-publisher', 'site');

const version = (): string => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
};

const bundle = () =>
  build({
    entryPoints: Object.keys(functions).map((name) => ({
      in: join(root, 'lambdas', `${name}.ts`),
      out: join(name, 'index'),
    })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Some of the packages still call require.
    banner: {
      js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);",
    },
    logLevel: 'warning',
  });

rmSync(outdir, { recursive: true, force: true });
if (isStale(root)) await buildConsole(root);
await bundle();
cpSync(join(root, 'dist', 'web'), site, { recursive: true });
writeFileSync(join(site, 'openapi.json'), JSON.stringify(openApiDocument(version())));
