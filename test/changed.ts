// `npm run test:changed`: types, lint and the tests that changes since `main` can affect, including
// uncommitted ones. Only the likeliest tests run, so that it ends in about a minute.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { changesIn } from './support/changes.ts';
import { relatedIn } from './support/related.ts';
import { productFolders, sourcesIn } from './support/sources.ts';

const maxTests = 16;
/** It reads all sources, and so is related to every change. */
const alwaysRun = 'test/shape.test.ts';

const run = async (command: string, ...args: string[]): Promise<void> => {
  const started = performance.now();
  const [status] = await once(spawn(command, args, { stdio: 'inherit' }), 'close');
  console.log(`== ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  if (status !== 0) process.exit(1);
};

const { base, all, kept } = changesIn('.', process.env.BASE ?? 'main');
if (all.length === 0) {
  console.log(`Nothing changed since ${base}.`);
  process.exit();
}

const isSource = (path: string): boolean => /\.([cm]?[jt]s|tsx)$/.test(path);
const findRelated = relatedIn(sourcesIn(...productFolders, 'test'));
// Deleted files are included, so that their tests run as well.
const relatedTests = findRelated(all).filter((path) => existsSync(path));
const likelyTests = relatedTests.slice(0, maxTests);
const tests = [...new Set([...likelyTests, alwaysRun])];

console.log(`== ${all.length} files changed: types, lint, ${tests.length} test files`);
const node = process.execPath;
const checkTypes = (project: string) =>
  run(node, 'node_modules/typescript/bin/tsc', '--checkers', '1', '-p', project);
await Promise.all([checkTypes('.'), checkTypes('web')]);
const toLint = kept.filter(isSource);
if (toLint.length > 0) await run('node_modules/.bin/oxlint', '--type-aware', ...toLint);
await run(
  node,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--forceExit',
  `--maxWorkers=${availableParallelism() + 1}`,
  '--runTestsByPath',
  ...tests,
);
const omittedCount = relatedTests.length - likelyTests.length;
if (omittedCount > 0)
  console.log(`${omittedCount} more test files load what changed: \`npm test\` runs all.`);
