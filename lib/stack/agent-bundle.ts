import { join } from 'node:path';
import { build } from 'esbuild';
import { programFile } from '#lib/domain/agents/program.schema.ts';

/** Bundles the agents' program, which needs only Node, into a folder. */
export const bundleAgent = async (root: string, outdir: string): Promise<void> => {
  await build({
    entryPoints: [join(root, 'agent', 'main.ts')],
    outfile: join(outdir, programFile),
    bundle: true,
    // People read it before they let it into their clusters.
    minify: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
};
