// `npm run bench`: installs what is missing, then measures with the pinned Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, pinnedNode, root } from '../../bin/install.js';
import { installBrowser, wholeBrowser } from '../install-browser.js';

install();
const browser = installBrowser(wholeBrowser);
const { status } = spawnSync(
  pinnedNode,
  [join(root, 'test', 'bench', 'bench.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(browser && { CHROMIUM: browser }) } },
);
process.exit(status ?? 1);
