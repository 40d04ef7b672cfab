// `npm test`: installs what is missing, then every check and test, in the order of what fails fastest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, pinnedNode, root } from '../bin/install.js';
import { installBrowser } from './install-browser.js';

install();

const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: '',
};

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

const browser = installBrowser();
if (!browser) {
  console.error('The browser tests need Chromium. Install it, or name it: CHROMIUM=/path npm test');
  process.exit(1);
}
env.CHROMIUM = browser;
// What several test files make alike is made once: see test/support/template.ts.
env.TEST_TEMPLATES = mkdtempSync(join(tmpdir(), 'templates-'));
// Scripts and threads that tests start are compiled once.
env.NODE_COMPILE_CACHE = join(root, 'dist', 'compile-cache');

// What a test forgot to close must not hold up whoever waits for the end.
const closing = ['--forceExit'];
// One more than jest would take: half of the tests wait for a server or a browser.
const workers = ['--maxWorkers=100%'];
const jest = [
  pinnedNode,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  ...closing,
];

/** Runs the tests; answers the files that failed, none where all passed. */
const failedOf = (title, ...how) => {
  env.FAILED_TESTS = join(env.TEST_TEMPLATES, 'failed');
  rmSync(env.FAILED_TESTS, { force: true });
  if (run(title, ...jest, ...how)) return [];
  // Without a list it was no test that failed.
  if (!existsSync(env.FAILED_TESTS)) process.exit(1);
  return readFileSync(env.FAILED_TESTS, 'utf8').split('\n');
};

/** More than these fail for a reason. */
const fewFiles = 5;

demand('types', pinnedNode, 'node_modules/typescript/bin/tsc', '-p', '.');
demand('types of the console', pinnedNode, 'node_modules/typescript/bin/tsc', '-p', 'web');
demand('lint', join(root, 'node_modules', '.bin', 'oxlint'), '--type-aware');
demand('build', pinnedNode, 'bin/build.ts');
const failed = failedOf('tests', ...workers, ...process.argv.slice(2));
if (failed.length > fewFiles) process.exit(1);
if (failed.length > 0) {
  // A machine that is busy with something else makes real browsers and processes late.
  console.error(`\nFailed beside others, and tried once more alone:\n${failed.join('\n')}`);
  if (failedOf('tests, once more', '--runInBand', '--runTestsByPath', ...failed).length > 0) {
    process.exit(1);
  }
}
