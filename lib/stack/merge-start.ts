import { basename } from 'node:path';
import { build, type BuildOptions, type BuildResult, type Plugin } from 'esbuild';

/** A bundle that was split into files, which are not written yet. */
type SplitBundle = BuildResult<{ write: false; metafile: true }>;

type SplitFile = {
  text: string;
  exports: readonly string[];
  /** Names of files that are loaded with it, and of those that it loads on demand. */
  imports: readonly string[];
  dynamicImports: readonly string[];
};
type SplitFiles = ReadonlyMap<string, SplitFile>;

const entryName = 'index.mjs';

/** The files by their names: all are in one folder. */
const filesOf = ({ outputFiles, metafile }: SplitBundle): SplitFiles => {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const files = Object.entries(metafile.outputs).map(([path, output]) => {
    const name = basename(path);
    const importsOf = (kind: string) =>
      output.imports.flatMap((one) =>
        one.kind === kind && !one.external ? basename(one.path) : [],
      );
    const file = {
      text: texts.get(name) ?? '',
      exports: output.exports,
      imports: importsOf('import-statement'),
      dynamicImports: importsOf('dynamic-import'),
    };
    return [name, file] as const;
  });
  return new Map(files);
};

/** The names of the entry and of all files that are loaded with it. */
const startOf = (files: SplitFiles): ReadonlySet<string> => {
  const names = new Set([entryName]);
  for (const name of names) for (const one of files.get(name)?.imports ?? []) names.add(one);
  return names;
};

/** What files of a bundle import from each other, in one of the two builds that write it. */
type Linking = {
  textOf(name: string): string;
  /** Text in place of the imported file, or undefined if the import stays as it is. */
  inlined(name: string): string | undefined;
};

const linkingPlugin = ({ textOf, inlined }: Linking): Plugin => ({
  name: 'linking',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /.*/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return { path, namespace: 'written' };
      const isInlined = kind === 'import-statement' && inlined(basename(path)) !== undefined;
      return isInlined ? { path: basename(path), namespace: 'inlined' } : { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: 'written' }, ({ path }) => ({ contents: textOf(path) }));
    onLoad({ filter: /.*/, namespace: 'inlined' }, ({ path }) => ({
      contents: inlined(path) ?? '',
    }));
  },
});

/**
 * Writes a bundle with the files that are loaded at the start merged into one: a cold start takes
 * about a millisecond for each file. Files that are loaded later import shared names from there.
 */
export const writeMerged = async (split: SplitBundle, options: BuildOptions): Promise<void> => {
  const files = filesOf(split);
  const names = [...files.keys()];
  const start = startOf(files);
  const onDemand = new Set([...files.values()].flatMap((file) => file.dynamicImports));
  const later = names.filter(
    (name) => name !== entryName && (!start.has(name) || onDemand.has(name)),
  );
  const shared = new Set(
    [...later, ...later.flatMap((name) => files.get(name)?.imports ?? [])].filter((name) =>
      start.has(name),
    ),
  );

  const textOf = (name: string): string => files.get(name)?.text ?? '';
  const exportsOf = (name: string) => files.get(name)?.exports ?? [];
  /** The name in the entry of what a file exports: files use the same short names. */
  const nameInEntry = (file: string, name: string) => `f${names.indexOf(file)}_${name}`;
  const exportedByEntry = (file: string): string => {
    const list = exportsOf(file).map((name) => `${name} as ${nameInEntry(file, name)}`);
    return `export { ${list.join(', ')} } from './${file}';`;
  };
  const importedFromEntry = (file: string): string => {
    const list = exportsOf(file).map((name) => `${nameInEntry(file, name)} as ${name}`);
    return `export { ${list.join(', ')} } from './${entryName}';`;
  };
  const entryText = [`export * from './${entryName}';`, ...[...shared].map(exportedByEntry)];

  const write = (written: readonly string[], linking: Linking) => {
    const entryPoints = written.map((name) => ({ in: name, out: basename(name, '.mjs') }));
    return build({ ...options, entryPoints, plugins: [linkingPlugin(linking)] });
  };
  await write([entryName], {
    textOf: () => entryText.join('\n'),
    inlined: (name) => files.get(name)?.text,
  });
  await write(later, {
    textOf: (name) => (start.has(name) ? importedFromEntry(name) : textOf(name)),
    inlined: (name) =>
      start.has(name) && name !== entryName ? importedFromEntry(name) : undefined,
  });
};
