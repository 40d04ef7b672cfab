import { join } from 'node:path';
import { build } from 'esbuild';
import { functions } from './functions.ts';

/** Bundles every Lambda into a folder of its name below `outdir`, by one call of esbuild. */
export const bundleFunctions = async (root: string, outdir: string): Promise<void> => {
  await build({
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
};
