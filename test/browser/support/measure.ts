// Builds the console in memory and prints the result as JSON. A separate process, because the
// bundler's native part does not accept objects of Jest's realm.
import { relative, resolve } from 'node:path';
import { build } from 'vite';
import { encodings } from '#lib/local/http/encoding.ts';

/**
 * One built chunk. Sizes are gzipped KiB, the most that is transferred; modules are paths from the
 * project's root.
 */
export type MeasuredChunk = {
  file: string;
  /** The module whose import loads it, for the entry and lazy parts. */
  of: string | undefined;
  isEntry: boolean;
  imports: string[];
  modules: string[];
  styles: string[];
  size: number;
};

export type BundleSizes = { chunks: MeasuredChunk[]; styles: Record<string, number> };

const sizeOf = async (content: string | Uint8Array): Promise<number> =>
  (await encodings.gzip.atBuild(Buffer.from(content))).byteLength / 1024;

const fromRoot = (id: string): string =>
  relative(resolve('.'), id.replace(/^\0/, '').split('?')[0] ?? '');

const built = await build({
  configFile: resolve('vite.config.ts'),
  root: resolve('web'),
  logLevel: 'error',
  build: { write: false },
});
if (Array.isArray(built) || !('output' in built)) throw new Error('The build answered no files.');

const bundleSizes: BundleSizes = { chunks: [], styles: {} };
for (const file of built.output) {
  if (file.type === 'asset') {
    if (file.fileName.endsWith('.css'))
      bundleSizes.styles[file.fileName] = await sizeOf(file.source);
    continue;
  }
  bundleSizes.chunks.push({
    file: file.fileName,
    of: file.facadeModuleId ? fromRoot(file.facadeModuleId) : undefined,
    isEntry: file.isEntry,
    imports: file.imports,
    modules: file.moduleIds.map(fromRoot),
    styles: [...(file.viteMetadata?.importedCss ?? [])],
    size: await sizeOf(file.code),
  });
}
console.log(JSON.stringify(bundleSizes));
