// Plain JavaScript: runs on any Node >= 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const findBrowser = () => browsers.find((path) => path && existsSync(path));

const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** The path of Chromium; installs Debian's as root where there is none, else answers undefined. */
export const installBrowser = () => {
  if (!findBrowser() && process.getuid?.() === 0) {
    console.error('Installing Chromium (once, about a minute) ...');
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  }
  return findBrowser();
};
