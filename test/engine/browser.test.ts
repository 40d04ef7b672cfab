import { build } from 'esbuild';

/** Everything that a module brings into a browser; modules that only Node has fail the build. */
const bundleModule = (module: string) =>
  build({
    entryPoints: [`lib/engine/${module}.ts`],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });

describe('engine modules that the editor uses', () => {
  it.each(['expression', 'check', 'graph', 'plan', 'usage'])(
    '%s runs in browsers',
    async (module) => {
      const { metafile, warnings } = await bundleModule(module);
      expect(warnings).toEqual([]);
      const inputs = Object.keys(metafile.inputs);
      expect(inputs.filter((path) => path.startsWith('node:'))).toEqual([]);
    },
  );
});
