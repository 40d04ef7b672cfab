// Plain JavaScript: runs on any Node >= 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Debian's packages, whose programs have the same names.
/** The browser that people use, which is what gets measured. */
export const wholeBrowser = ['chromium'];

/** The browser of tests: without a window to draw, pages take a third less processor time. */
export const testBrowsers = ['chromium-headless-shell', ...wholeBrowser];

/** Chromium's path, which `CHROMIUM` can set; undefined if it is not installed. */
export const findBrowser = (names) =>
  [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`)].find(
    (path) => path && existsSync(path),
  );

const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** Chromium's path; as root, installs Debian's if there is none, else returns undefined. */
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
