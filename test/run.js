// `npm test`: installs what is missing, then runs every check and test, the fastest to fail first.
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, pinnedNode, root } from '../bin/install.js';
import { installBrowser, testBrowsers } from './install-browser.js';
import ClosingLine from './support/closing-line.cjs';

install();

const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: '',
};

const maxBuffer = 64 * 1024 * 1024;

const run = (title, command, ...args) => {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  console.log(`== ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
};

const demand = (...step) => {
  if (!run(...step)) process.exit(1);
};

/** Runs steps concurrently, and prints each one's output when it has ended. */
const demandTogether = (...steps) => {
  const children = steps.map(([title, command, ...args]) => {
    const started = performance.now();
    const child = execFile(command, args, { cwd: root, env, maxBuffer }, (error, out, problems) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`\n== ${title}\n${out}${problems}== ${title}: ${seconds} s`);
      if (!error) return;
      for (const one of children) one.kill();
      process.exit(1);
    });
    return child;
  });
  return Promise.all(children.map((child) => once(child, 'close')));
};

const browser = installBrowser(testBrowsers);
if (!browser) {
  console.error('The browser tests need Chromium. Install it, or name it: CHROMIUM=/path npm test');
  process.exit(1);
}
env.CHROMIUM = browser;
// What several test files need alike is made once: see test/support/template.ts.
env.TEST_TEMPLATES = mkdtempSync(join(tmpdir(), 'templates-'));
if (!env.THOROUGH) env.WITHOUT_LONG = '1';
// Scripts and threads that tests start are compiled once.
env.NODE_COMPILE_CACHE = join(root, 'dist', 'compile-cache');

// Handles that a test forgot to close must not delay the end.
const closing = ['--forceExit'];
// One more than there are cores: half of the tests wait for a server, a browser or a clock.
const workers = [`--maxWorkers=${availableParallelism() + 1}`];
const jest = [
  pinnedNode,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  ...closing,
];

/** Runs the tests, and returns how many passed and failed. */
const runTests = (title, ...how) => {
  env.TEST_COUNTS = join(env.TEST_TEMPLATES, 'counts');
  rmSync(env.TEST_COUNTS, { force: true });
  const isGreen = run(title, ...jest, ...how);
  if (!existsSync(env.TEST_COUNTS)) process.exit(1);
  const counts = JSON.parse(readFileSync(env.TEST_COUNTS, 'utf8'));
  // The failure was not a test's: for example, Jest found none.
  if (!isGreen && counts.failed === 0) process.exit(1);
  return counts;
};

/** If more files than this fail, chance is not the reason. */
const fewFiles = 5;

// Parallel checkers of one project repeat much of the work; one each suffices for two cores.
const types = [pinnedNode, 'node_modules/typescript/bin/tsc', '--checkers', '1', '-p'];
await demandTogether(['types', ...types, '.'], ['types of the console', ...types, 'web']);
demand('lint', join(root, 'node_modules', '.bin', 'oxlint'), '--type-aware');
demand('build', pinnedNode, 'bin/build.ts');
const first = runTests('tests', ...workers, ...process.argv.slice(2));
const failed = first.failedFiles.map(({ path }) => path);
// A second try distinguishes a flaky test from one that always fails. Both are defects.
const again =
  failed.length > 0 && failed.length <= fewFiles
    ? runTests(`once more, alone: ${failed.join(', ')}`, '--runInBand', '--runTestsByPath', ...failed)
    : undefined;
const { flaky, line } = ClosingLine.closing(first, again);
if (flaky.length > 0) {
  console.log(`\nFlaky, which is a defect (passed only when tried again): ${flaky.join(', ')}.`);
}
if (env.WITHOUT_LONG) console.log('\nLeft out are test/**/*.long.test.ts: THOROUGH=1 npm test runs them too.');
console.log(`\n${line}`);
if ((again ?? first).failed > 0) process.exit(1);
