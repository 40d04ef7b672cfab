import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { functions } from '#lib/stack/functions.ts';
import { bundledFunctions, type Bundles } from '../support/bundles.ts';

const names = Object.keys(functions).filter((name) => name !== 'python');

const sizesFile = 'test/stack/bundle-sizes.json';

/** Kilobytes that each function loads before it can serve. */
const recordedSizes: Record<string, number> = JSON.parse(readFileSync(sizesFile, 'utf8'));

/** A function that grows by more needs a look: one more import may load a whole area with it. */
const growthLimit = 1.05;

/** Kilobytes at the start that suffice for a function, unless it is listed below. */
const defaultLimit = 500;

/** Functions that start with more: the maximum, and what they need at once. */
const largerLimits: Record<string, [most: number, reason: string]> = {
  'api/actions': [590, 'lists the ready-made actions with their types of integrations'],
  'engine/advance': [1_150, 'evaluates the expressions of nearly every node, by two languages'],
  'engine/ask-model': [760, 'asks a model in each call, by the SDK, of any type of integration'],
  'inventory/evaluate': [710, 'asks the SQL of every rule over the columns of its tables'],
};

/**
 * The limit for everything deployed for a function; integrations and actions are 90 KB of it. Mail
 * for bots (85 KB) and sample accounts (35 KB) are loaded at the first call. Functions that test
 * integrations or run actions also load the PostgreSQL protocol (80 KB) once called, and functions
 * that check bots load the columns of inventory queries (90 KB) once there is a query. The largest,
 * `api/service-portal`, had 2,039 KB when this was written; it may grow like the others.
 */
const maxDeployedBytes = 2_039_000 * growthLimit;

/** Functions whose thread includes the program of Postgres; one also contains its rules. */
const threadLimits: Record<string, number> = {
  'inventory/evaluate': 2_000_000,
  'inventory/query': 1_700_000,
};

let bundles: Bundles;
beforeAll(async () => {
  bundles = await bundledFunctions();
});
afterAll(() => bundles.remove());

const sizeOf = (path: string): number => statSync(path).size;

/** The files of a bundle that are loaded with its entry: those that are imported statically. */
const staticImportsOf = (
  folder: string,
  file: string,
  visited = new Set<string>(),
): Set<string> => {
  if (visited.has(file)) return visited;
  visited.add(file);
  const imports = readFileSync(join(folder, file), 'utf8').matchAll(
    /(?:\bfrom|\bimport)\s*"\.\/([\w-]+\.mjs)"/g,
  );
  for (const [, imported = ''] of imports) staticImportsOf(folder, imported, visited);
  return visited;
};

const sum = (folder: string, files: Iterable<string>): number =>
  [...files].reduce((bytes, one) => bytes + sizeOf(join(folder, one)), 0);

/** Kilobytes that a function loads before it can serve. */
const startSizeOf = (name: string): number => {
  const folder = join(bundles.folder, name);
  return Math.ceil(sum(folder, staticImportsOf(folder, 'index.mjs')) / 1000);
};

describe.each(names)('the bundle of %s', (name) => {
  it('has about its recorded size at the start, and a small total size', () => {
    const folder = join(bundles.folder, name);
    const atStart = startSizeOf(name);
    const [maxStartSize] = largerLimits[name] ?? [defaultLimit];
    expect(atStart).toBeLessThanOrEqual(maxStartSize);
    expect(atStart).toBeLessThanOrEqual((recordedSizes[name] ?? atStart) * growthLimit);
    const scripts = readdirSync(folder).filter((one) => one.endsWith('.mjs'));
    const maxTotalBytes = threadLimits[name] ?? maxDeployedBytes;
    expect(sum(folder, scripts)).toBeLessThanOrEqual(maxTotalBytes);
  });
});

describe('the files of a bundle', () => {
  it('all exist', () => {
    const missing = names.flatMap((name) => {
      const files = readdirSync(join(bundles.folder, name));
      const scripts = files.filter((file) => file.endsWith('.mjs'));
      const imported = scripts.flatMap((file) => {
        const text = readFileSync(join(bundles.folder, name, file), 'utf8');
        return [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*"\.\/([\w.-]+)"/g)].map(
          ([, one = '']) => one,
        );
      });
      return imported.filter((file) => !files.includes(file)).map((file) => `${name}/${file}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('the record of bundle sizes', () => {
  it('allows a larger start only for functions that need it', () => {
    const needing = names.filter((name) => startSizeOf(name) > defaultLimit);
    expect(Object.keys(largerLimits)).toEqual(needing.toSorted());
  });

  it('contains each function, and adds missing ones', () => {
    if (isDeepStrictEqual(Object.keys(recordedSizes).toSorted(), names.toSorted())) return;
    // New names must be in the committed file, which only CI can check.
    if (process.env.CI) expect(Object.keys(recordedSizes).toSorted()).toEqual(names.toSorted());
    const sizes = names.toSorted().map((name) => [name, recordedSizes[name] ?? startSizeOf(name)]);
    writeFileSync(sizesFile, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`);
    console.log(`${sizesFile} was written anew. Commit it, with the reason.`);
  });
});

describe('the code that a function loads at its start', () => {
  const textAtStart = (name: string): string => {
    const folder = join(bundles.folder, name);
    const files = [...staticImportsOf(folder, 'index.mjs')];
    return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  };

  /** Texts that occur only in these packages. */
  const marks = {
    jsonata: '_jsonata_function',
    re2js: 'invalid or unsupported Perl syntax',
    yaml: 'tag:yaml.org,2002:',
    'the chain of credentials': 'fromSSO',
  };

  it('contains no parser of expressions, patterns or YAML, except in the engine', () => {
    for (const name of names.filter((one) => one !== 'engine/advance')) {
      const text = textAtStart(name);
      const found = Object.entries(marks).filter(([, mark]) => text.includes(mark));
      expect([name, ...found.map(([label]) => label)]).toEqual([name]);
    }
  });

  it('does not import all exports of node:http', () => {
    const importing = names.filter((name) => /from\s*"(node:)?http"/.test(textAtStart(name)));
    expect(importing).toEqual([]);
  });
});
