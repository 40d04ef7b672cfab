import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { functions } from '#lib/stack/functions.ts';
import { type Bundles, bundledFunctions } from '../support/bundles.ts';

const names = Object.keys(functions).filter((name) => name !== 'python');

/**
 * Bytes that a function loads before it can serve; what it loads while it runs lies beside it. Whoever
 * tells what a bot works with has what the kinds of nodes reach, all in one (4 KB).
 */
const mostAtStart = 553_000;

/**
 * Every step of a run may hold expressions, so the engine has their languages from the start, what
 * each of the ready-made actions calls (65 KB), what calls of AWS touch (8 KB), what runs the code
 * of others (12 KB), what reckons the cost of a run that has ended (11 KB), what agents ask people
 * before they go on (11 KB), what starts the runs of bots that agents run (18 KB), and what ends the
 * agents of lanes that were ended (2 KB). Whoever tests integrations knows them all, and the areas
 * of actions and of integrations know both. The library tells what its templates work with, by the
 * settings of their nodes, and reads integrations. The inventory knows the columns of 146 tables
 * (90 KB), reads timetables (20 KB), and holds the sample accounts (25 KB); what queries it live
 * holds those accounts and knows who reads which.
 */
const withLanguages: Record<string, number> = {
  // Since kinds of nodes are named by their facts, whoever names one has the words of all (5 KB).
  'api/actions': 600_000,
  // With the output schemas of agents (4 KB), which the check of bots and the engine read, and the
  // lists of what kinds of nodes work with and ask (1 KB).
  'api/library': 561_000,
  // It answers the chats of runs besides (12 KB), and hides of them what is not for its people.
  // Whoever ends runs also removes the sums of their days (1 KB). Messages are made well-formed, and
  // it says where a chat opens (1 KB).
  'api/service-portal': 582_000,
  'api/integrations': 565_000,
  'api/inventory': 595_000,
  'engine/advance': 1_148_000,
  'inventory/query': 595_000,
  // It finds whom an agent's question is told to, and the page on which they answer (10 KB).
  'events/fact-published': 582_000,
};

/**
 * All that is deployed for a function; integrations and actions are 90 KB of it. What sends mail for
 * bots (85 KB) and what is in sample accounts (35 KB) are loaded by the first call. What tests
 * integrations or runs actions speaks the protocol of PostgreSQL too (80 KB), once it is called, and
 * what checks bots knows the columns that inventory queries answer (90 KB), once there is a query,
 * and how tables of AWS are read (25 KB), once one reads live. The client of MCP servers is 8 KB.
 * Sample accounts are read with all tables of their cloud (2 KB).
 * The check of bots knows the fields of the answers that agents give (1 KB).
 */
const mostDeployed = 2_036_000;

/** The compliance rules with their SQL and words, which are looked through as a whole. */
const withRules: Record<string, number> = {
  // What finds a resource in the inventory, too (5 KB).
  'api/compliance': 786_000,
  // And where the numbers of each kind of resource lead (6 KB).
  'api/dashboards': 716_000,
  // With the actions that come with the product besides: it finds both by their names.
  'api/search': 859_000,
  'inventory/evaluate': 820_000,
};

/**
 * The SDK of the providers of models, which is all that it is there for, and what measures their
 * answers before they are parsed (4 KB). It reads whether the run that asks has ended (47 KB), as
 * the rest of an answer that nobody waits for is paid.
 */
const withModels: Record<string, number> = { 'engine/ask-model': 1_317_000 };

/** The thread that they start holds the program of Postgres; one of them has its rules besides. */
const withThreads: Record<string, number> = {
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
const loadedWith = (folder: string, file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(join(folder, file), 'utf8').matchAll(
    /(?:\bfrom|\bimport)\s*"\.\/([\w-]+\.mjs)"/g,
  );
  for (const [, imported = ''] of imports) loadedWith(folder, imported, seen);
  return seen;
};

const sum = (folder: string, files: Iterable<string>): number =>
  [...files].reduce((bytes, file) => bytes + sizeOf(join(folder, file)), 0);

describe.each(names)('the bundle of %s', (name) => {
  it('is small where it starts, and as a whole', () => {
    const folder = join(bundles.folder, name);
    const atStart = sum(folder, loadedWith(folder, 'index.mjs'));
    const most = withLanguages[name] ?? withRules[name] ?? withModels[name] ?? mostAtStart;
    expect(atStart).toBeLessThanOrEqual(most);
    const scripts = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
    const mostHere = withThreads[name] ?? mostDeployed;
    expect(sum(folder, scripts)).toBeLessThanOrEqual(mostHere);
  });
});

describe('what a function loads before it can serve', () => {
  const textAtStart = (name: string): string => {
    const folder = join(bundles.folder, name);
    const files = [...loadedWith(folder, 'index.mjs')];
    return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  };

  /** Texts that only these packages hold. */
  const marks = {
    jsonata: '_jsonata_function',
    re2js: 'invalid or unsupported Perl syntax',
    yaml: 'tag:yaml.org,2002:',
    'the chain of credentials': 'fromSSO',
  };

  it('holds no language of expressions, patterns or files, except in the engine', () => {
    for (const name of names.filter((one) => one !== 'engine/advance')) {
      const text = textAtStart(name);
      const found = Object.entries(marks).filter(([, mark]) => text.includes(mark));
      expect([name, ...found.map(([what]) => what)]).toEqual([name]);
    }
  });
});
