// Plain JavaScript: runs on any Node >= 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Debian's packages, whose programs have the same names.
/** What people use, and is measured. */
export const wholeBrowser = ['chromium'];

/** What tests open: without a window to draw, the same pages take a third less processor time. */
export const testBrowsers = ['chromium-headless-shell', ...wholeBrowser];

/** The path of Chromium, which `CHROMIUM` may name; undefined where there is none. */
export const findBrowser = (names) =>
  [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`)].find(
    (path) => path && existsSync(path),
  );

const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** The path of Chromium; installs Debian's as root where there is none, else answers undefined. */
export const installBrowser = (names) => {
  if (!findBrowser(names) && process.getuid?.() === 0) {
    console.error('Installing Chromium (once, about a minute) ...');
    apt('update', '-qq');
    for (const name of names) {
      if (!findBrowser(names)) apt('install', '-y', '-qq', '--no-install-recommends', name);
    }
  }
  return findBrowser(names);
};
