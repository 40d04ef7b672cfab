import { basename, dirname } from 'node:path/posix';
import type { Source } from './sources.ts';

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Who loads each file; imports of types load nothing, and the compiler checks them. */
const importersIn = (sources: readonly Source[]): Map<string, string[]> => {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    for (const { target, isType } of imports) {
      if (!isType) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
};

/** The tests that load a file, each with the number of imports between them. */
const distancesFrom = (file: string, importers: Map<string, string[]>): [string, number][] => {
  const found = new Map([[file, 0]]);
  // A map is walked in the order of insertion, so what is added meanwhile is visited as well.
  for (const [path, distance] of found) {
    for (const importer of importers.get(path) ?? []) {
      if (!found.has(importer)) found.set(importer, distance + 1);
    }
  }
  return [...found].filter(([path]) => isTest(path));
};

/** Folders that are no area: a test that lies in one says nothing about another file in it. */
const broad = new Set(['.', 'support', 'components', 'src', 'lib', 'bin', 'test', 'kernel', 'app']);

const isOfArea = (test: string, file: string): boolean => {
  const area = basename(dirname(file));
  return !broad.has(area) && test.split('/').includes(area);
};

/**
 * Tests that a change of these files can touch, the likeliest first: those that changed, those of
 * the same area, then by the number of imports between.
 */
export const relatedTests = (files: readonly string[], sources: readonly Source[]): string[] => {
  const importers = importersIn(sources);
  const ranks = new Map<string, number>();
  const rank = (test: string, value: number) =>
    ranks.set(test, Math.min(value, ranks.get(test) ?? Infinity));
  for (const file of files) {
    for (const [test, distance] of distancesFrom(file, importers)) {
      rank(test, isOfArea(test, file) ? Math.min(distance, 1) : distance);
    }
  }
  return [...ranks].sort(([a, x], [b, y]) => x - y || a.localeCompare(b)).map(([test]) => test);
};
