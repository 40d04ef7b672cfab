import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin, PluginBuild } from 'esbuild';

/** Names that a file exports again from another file, on one line as the SDK is written. */
const reExports = /^export \{([^}]*)\} from "([^"]+)";$/gm;

/** Imports, and exports again, of names of the SDK's core packages. */
const coreNames = /^(import|export) \{([^}]*)\} from "(@(?:aws-sdk|smithy)\/core\/[^"]+)";$/gm;

const coreIndex = /\/core\/dist-es\/submodules\/[^/]+\/index\.js$/;

type Definition = { path: string; name: string };

/** The names of a list such as `a, b as c`. */
const namesIn = (list: string) =>
  list.split(',').flatMap((one) => {
    const [name = '', alias = name] = one.trim().split(' as ');
    return name === '' ? [] : [{ name, alias }];
  });

/** Finds the file that defines an imported name, which index files only export again. */
const definitionFinder = ({ resolve }: PluginBuild) => {
  const find = async (name: string, specifier: string, importer: string): Promise<Definition> => {
    const resolveDir = dirname(importer);
    const { path } = await resolve(specifier, { resolveDir, kind: 'import-statement' });
    for (const [, list = '', origin = ''] of readFileSync(path, 'utf8').matchAll(reExports)) {
      const exported = namesIn(list).find(({ alias }) => alias === name);
      if (exported) return find(exported.name, origin, path);
    }
    return { path, name };
  };
  return find;
};

/**
 * The text of a file of the SDK, with each name of the core packages from where it is defined. An
 * index file keeps what it defines itself; the build fails if anything else is imported from it.
 */
const textWithDirectImports = async (
  find: ReturnType<typeof definitionFinder>,
  path: string,
): Promise<string> => {
  const original = readFileSync(path, 'utf8');
  const text = coreIndex.test(path) ? original.replaceAll(reExports, '') : original;
  const statements = [...text.matchAll(coreNames)].map(
    async ([, verb, list = '', specifier = '']) => {
      const lines = namesIn(list).map(async ({ name, alias }) => {
        const definition = await find(name, specifier, path);
        const origin = JSON.stringify(definition.path);
        return `${verb} { ${definition.name} as ${alias} } from ${origin};`;
      });
      return (await Promise.all(lines)).join('\n');
    },
  );
  const replacements = (await Promise.all(statements)).values();
  return text.replaceAll(coreNames, () => replacements.next().value ?? '');
};

/** All bundles contain the same files of the SDK. */
const texts = new Map<string, Promise<string>>();

/**
 * Imports names of the SDK's core packages from the files that define them. The index files in
 * between connect each client with all of these packages. If a bundle is split, it would therefore
 * start with what only its later parts use: 30 KB, mostly of the client for files.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  setup: (build) => {
    const find = definitionFinder(build);
    build.onLoad({ filter: /\/node_modules\/@(aws-sdk|smithy)\/.*\.js$/ }, async ({ path }) => {
      const text = texts.get(path) ?? textWithDirectImports(find, path);
      texts.set(path, text);
      return { contents: await text };
    });
  },
};
