import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** The target of an import or re-export; `isType` if only its types are used. */
export type Import = { target: string; isType: boolean };

export type Source = { path: string; text: string; lines: string[]; imports: Import[] };

const importPattern =
  /^(import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** A package by its name, or a file of the repository by its path from the root. */
const targetOf = (from: string, name: string): string => {
  if (name.startsWith('.')) return join(dirname(from), name);
  if (name.startsWith('#web/')) return name.replace('#web/', 'web/src/');
  return name.startsWith('#') ? name.slice(1) : name;
};

/** A list built from the files of a folder: see `every-in.ts`. */
const everyInPattern = /\beveryIn<[^()]*>\(\s*'([^']+)'\s*\)/g;

const importsOf = (path: string, text: string): Import[] => [
  ...[...text.matchAll(importPattern)].map(([, , type, name, dynamic]) => ({
    target: targetOf(path, name ?? dynamic ?? ''),
    isType: type !== undefined,
  })),
  ...[...text.matchAll(everyInPattern)].flatMap(([, folder = '']) =>
    readdirSync(folder).map((name) => ({ target: join(folder, name), isType: false })),
  ),
];

/** The folders of the product's code. */
export const productFolders = ['agent', 'lib', 'bin', 'lambdas', 'web/src'];

const read = (path: string): Source => {
  const text = readFileSync(path, 'utf8');
  const lines = text.replace(/\n$/, '').split('\n');
  return { path, text, lines, imports: importsOf(path, text) };
};

/** The code files below these folders, sorted by name; paths are from the root. */
export const sourcesIn = (...folders: string[]): Source[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.(tsx?|c?js)$/.test(path))
    .sort()
    .map(read);

/** These files and all that they load, through imports that are not type-only. */
export const loadedFilesOf = (roots: readonly Source[], all: readonly Source[]): Source[] => {
  const sourcesByPath = new Map(all.map((source) => [source.path, source]));
  const found = new Set(roots);
  // A set is iterated in order of insertion, so files added meanwhile are visited as well.
  for (const { imports } of found) {
    for (const { target, isType } of imports) {
      const source = sourcesByPath.get(target);
      if (source && !isType) found.add(source);
    }
  }
  return [...found];
};
