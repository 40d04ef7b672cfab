import { defineConfig, type Plugin } from 'vite';

const embeddedFont = /url\(["']?data:font\/woff2;base64,([^"')]+)["']?\)/g;

/** Takes the fonts out of the style sheet, which is loaded before anything is shown. */
const fontFiles = (): Plugin => ({
  name: 'font-files',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      file.source = file.source.toString().replace(embeddedFont, (_match, base64: string) => {
        const source = Buffer.from(base64, 'base64');
        const reference = this.emitFile({ type: 'asset', name: 'open-sans.woff2', source });
        return `url("/${this.getFileName(reference)}")`;
      });
    }
  },
});

export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [fontFiles()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      output: {
        // The first page names every file there is: two hundred names of modules weigh on it.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            // One chunk, so that zod hears of doing without eval before other chunks make schemas.
            { name: 'zod', test: /node_modules\/zod\/|web\/src\/jitless\.ts/ },
            // What every page needs and releases seldom change.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
            },
            // In one piece it is smaller, and pages name one file of it instead of thirty.
            { name: 'shell', tags: ['$initial'] },
            // What many pages share: a browser asks a server without HTTP/2 six files at a time.
            { name: 'widgets', test: /node_modules\/@cloudscape-design\//, minShareCount: 20 },
            { name: 'shared', test: /\/(web\/src|lib)\//, minShareCount: 20 },
          ],
        },
      },
      onLog: (level, log, show) => {
        // Cloudscape marks its files for server rendering, which a bundle for browsers may drop.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
      },
    },
  },
});
