import { basename, dirname } from 'node:path/posix';
import type { Source } from './sources.ts';

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
/** Takes minutes: run by those who work on the test itself, and before a release. */
const isLong = (path: string): boolean => path.includes('.long.test.');

/** Runs the whole product: for code that no test loads by itself. */
const journey = 'test/journeys/finding-to-target.test.ts';

/** The importers of each file; type imports load nothing and are left to the compiler. */
const importersIn = (sources: readonly Source[]): Map<string, string[]> => {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    for (const { target, isType } of imports) {
      if (isType) continue;
      const existingPaths = importers.get(target);
      if (existingPaths) existingPaths.push(path);
      else importers.set(target, [path]);
    }
  }
  return importers;
};

/** The tests that load a file, each with the number of imports in between. */
const distancesFrom = (file: string, importers: Map<string, string[]>): [string, number][] => {
  const found = new Map([[file, 0]]);
  // A map is iterated in order of insertion, so entries added meanwhile are visited as well.
  for (const [path, distance] of found) {
    for (const importer of importers.get(path) ?? []) {
      if (!found.has(importer)) found.set(importer, distance + 1);
    }
  }
  return [...found].filter(([path]) => isTest(path) && (path === file || !isLong(path)));
};

/** Folders that are not areas: a test in one says nothing about another file there. */
const nonAreaFolders = new Set([
  '.',
  'support',
  'components',
  'src',
  'lib',
  'bin',
  'test',
  'kernel',
  'app',
]);

const isOfArea = (test: string, file: string): boolean => {
  const area = basename(dirname(file));
  return !nonAreaFolders.has(area) && test.split('/').includes(area);
};

/** Where the tests of a folder are, if not at the same address below `test`. */
const testFolderRules: [start: RegExp, folders: string[]][] = [
  [/^lambdas\/api\/([^/]+)\.ts$/, ['test/lambdas', 'test/domain/$1']],
  [/^lambdas\/.*/, ['test/lambdas']],
  [/^lib\/ports\/.*/, ['test/contract']],
  [/^lib\/(.*)/, ['test/$1']],
  [/^web\/src\/[^/]+$/, ['test/web/app']],
  [/^web\/src\/(?:pages\/)?(.*)/, ['test/web/$1']],
  [/^(agent|statemachines)\/.*/, ['test/$1']],
  [/^(.*\.md|docs\/.*)$/, ['test/docs']],
];

const foldersFor = (file: string): string[] => {
  const [start, folders] = testFolderRules.find(([pattern]) => pattern.test(file)) ?? [];
  return start && folders ? folders.map((folder) => file.replace(start, folder)) : [];
};

const nameOf = (path: string): string => basename(path).replace(/\..*/, '');

/**
 * For code that is started or bundled, the tests are those at the same address, the first folder
 * before the next. A browser test loads the whole product, of which the file is a small part.
 */
const testsAtAddressOf = (file: string, tests: readonly string[]): [string, number][] => {
  const nearest = (folder: string): string[] => {
    if (folder === 'test' || folder === '.') return [];
    const found = tests.filter((test) => dirname(test) === folder);
    return found.length > 0 ? found : nearest(dirname(folder));
  };
  const hasSameName = (test: string) =>
    nameOf(test) === nameOf(file) && !test.startsWith('test/browser/');
  const found = [
    ...tests.filter(hasSameName).map((test): [string, number] => [test, 1]),
    ...foldersFor(file).flatMap((folder, at) =>
      nearest(folder).map((test): [string, number] => [test, at + 1]),
    ),
  ];
  return found.length > 0 ? found : [[journey, 1]];
};

/** Finds the tests of files among these sources, which are read once. */
export const relatedIn = (sources: readonly Source[]) => {
  const importers = importersIn(sources);
  const paths = sources.map(({ path }) => path);
  const tests = paths.filter((path) => isTest(path) && !isLong(path));

  /** The tests of one file, each with its distance. */
  const ofFile = (file: string): [string, number][] => {
    const loading = distancesFrom(file, importers);
    if (loading.length > 0 || file.startsWith('test/')) return loading;
    return testsAtAddressOf(file, tests);
  };

  /**
   * Tests that a change of these files can affect, the likeliest first: changed tests, then those
   * of the same area, then by the number of imports in between.
   */
  return (files: readonly string[]): string[] => {
    const ranks = new Map<string, number>();
    for (const file of files) {
      for (const [test, distance] of ofFile(file)) {
        const rank = isOfArea(test, file) ? Math.min(distance, 1) : distance;
        ranks.set(test, Math.min(rank, ranks.get(test) ?? Infinity));
      }
    }
    return [...ranks].sort(([a, x], [b, y]) => x - y || a.localeCompare(b)).map(([test]) => test);
  };
};
