import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FunctionSpec } from './function-spec.ts';
import { functions } from './functions.ts';

const specs: [name: string, spec: FunctionSpec][] = Object.entries(functions);
const namesOf = (isPython: boolean): string[] =>
  specs.filter(([, { python = false }]) => python === isPython).map(([name]) => name);

/**
 * Bundles every Lambda into a folder of its name below `outdir`, by one call of esbuild; Python is
 * copied as it is.
 */
export const bundleFunctions = async (root: string, outdir: string): Promise<void> => {
  for (const name of namesOf(true)) {
    const filter = (path: string) => !path.includes('__pycache__');
    cpSync(join(root, 'lambdas', name), join(outdir, name), { recursive: true, filter });
  }
  await build({
    entryPoints: namesOf(false).map((name) => ({
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
};
