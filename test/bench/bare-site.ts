import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

const pageOf = (name: string) => `<!doctype html><html lang="en"><head><title>Bare</title>
<link rel="stylesheet" href="/${name}.css"></head>
<body><div id="root"></div><script type="module" src="/${name}.js"></script></body></html>`;

const typeOf = (path: string): string => {
  if (path.endsWith('.js')) return 'text/javascript';
  return path.endsWith('.css') ? 'text/css' : 'text/html';
};

/** Serves a page of this folder, built, split and compressed like the console. */
export const openBareSite = async (file: `bare-${string}`) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, file)],
    outdir: '/',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    loader: { '.woff2': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map([['/', brotliCompressSync(pageOf(file.replace(/\..*/, '')))]]);
  for (const { path, contents } of outputFiles) files.set(path, brotliCompressSync(contents));
  const server = createServer(({ url = '/' }, answer) => {
    const file = files.get(url);
    answer.writeHead(file ? 200 : 404, { 'content-type': typeOf(url), 'content-encoding': 'br' });
    answer.end(file);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
};
