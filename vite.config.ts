import { join } from 'node:path';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const main = join(import.meta.dirname, 'web/src/main.tsx');

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

/**
 * Has the browser fetch the console while it reads the page: the script that starts everything
 * would ask for it only once it runs.
 */
const earlyConsole = (): Plugin => ({
  name: 'early-console',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = new Set<string>();
      const tags: HtmlTagDescriptor[] = [];
      const link = (rel: string, file: string) => {
        const attrs = { rel, href: `/${file}`, crossorigin: true };
        tags.push({ tag: 'link', attrs, injectTo: 'head' });
      };
      const add = (file: string) => {
        const chunk = bundle[file];
        if (files.has(file) || chunk?.type !== 'chunk' || chunk.isEntry) return;
        files.add(file);
        link('modulepreload', file);
        chunk.viteMetadata?.importedCss.forEach((style) => link('stylesheet', style));
        chunk.imports.forEach(add);
      };
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const shell = chunks.find(({ moduleIds }) => moduleIds.includes(main));
      if (shell) add(shell.fileName);
      // Nothing is painted before the first script has set the theme.
      const blocking = '<script type="module" blocking="render"';
      return { html: html.replace('<script type="module"', blocking), tags };
    },
  },
});

const elk = 'elkjs/lib/elk.bundled.js';
const noElk = '\0no-elk';

/**
 * Leaves a layout of diagrams out: its licence is another, and it is ten times as large as all else
 * that draws them.
 */
const withoutElk = (): Plugin => ({
  name: 'without-elk',
  enforce: 'pre',
  resolveId: (id) => (id === elk ? noElk : undefined),
  load: (id) =>
    id === noElk
      ? 'export default class { constructor() { throw new Error("This layout is not there."); } }'
      : undefined,
});

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Everything that a module imports, itself included. */
const closureOf = (id: string, modules: Modules, found = new Set<string>()): Set<string> => {
  if (found.has(id)) return found;
  found.add(id);
  modules.getModuleInfo(id)?.importedIds.forEach((next) => closureOf(next, modules, found));
  return found;
};

/** What every list page needs: in files of its own, as the editor has no list. */
const listParts = /\/web\/src\/components\/(list-|table-|use-list|filter-bar)/;

/** Of ours: packages have folders of these names too. */
const isShared = (id: string): boolean =>
  /\/(web\/src|lib)\//.test(id) && !id.includes('/node_modules/') && !listParts.test(id);

let ofShell: Set<string> | undefined;

/** Whether the console needs a module for its first page. */
const isOfShell = (id: string, modules: Modules): boolean => {
  ofShell ??= closureOf(main, modules);
  return ofShell.has(id);
};

export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [fontFiles(), earlyConsole(), withoutElk()],
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
            { name: 'start', tags: ['$initial'] },
            // One chunk, so that zod hears of doing without eval before other chunks make schemas.
            { name: 'zod', test: /node_modules\/zod\/|web\/src\/jitless\.ts/ },
            // What every page needs and releases seldom change.
            {
              name: 'react',
              // What draws pages on servers is fetched with licensed charts alone.
              test:
                /node_modules\/(react|react-dom(?!.*server)|scheduler|react-router|@tanstack)\//,
            },
            // In one piece it is smaller, and pages name one file of it instead of thirty.
            {
              debugName: 'shell',
              name: (id, modules) => (isOfShell(id, modules) ? 'shell' : null),
            },
            // What many pages share: a browser asks a server without HTTP/2 six files at a time.
            { name: 'widgets', test: /node_modules\/@cloudscape-design\//, minShareCount: 31 },
            { name: 'shared', test: isShared, minShareCount: 11 },
            { name: 'list', test: listParts },
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
