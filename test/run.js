// `npm test`: installs what is missing, then every check and test, in the order of what fails fastest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, pinnedNode, root } from '../bin/install.js';

install();

const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const findBrowser = () => browsers.find((path) => path && existsSync(path));

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

if (!findBrowser() && process.getuid?.() === 0) {
  run('package lists', 'apt-get', 'update', '-qq');
  run('Chromium', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
}
const browser = findBrowser();
if (!browser) {
  console.error('The browser tests need Chromium. Install it, or name it: CHROMIUM=/path npm test');
  process.exit(1);
}
env.CHROMIUM = browser;
// What several test files make alike is made once: see test/support/template.ts.
env.TEST_TEMPLATES = mkdtempSync(join(tmpdir(), 'templates-'));

// What a test forgot to close must not hold up whoever waits for the end.
const closing = ['--forceExit'];
// One more than jest would take: half of the tests wait for a server or a browser.
const workers = ['--maxWorkers=100%'];
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
demand('types', pinnedNode, 'node_modules/typescript/bin/tsc', '-p', '.');
demand('types of the console', pinnedNode, 'node_modules/typescript/bin/tsc', '-p', 'web');
demand('lint', join(root, 'node_modules', '.bin', 'oxlint'), '--type-aware');
demand('build', pinnedNode, 'bin/build.ts');
demand('tests', pinnedNode, ...jest, 'node_modules/jest/bin/jest.js', ...closing, ...workers, ...process.argv.slice(2));
