// `npm start`: installs what is missing, then serves. Runs on any Node >= 20.
import { join } from 'node:path';
import { install, root, runPinned } from './install.js';

install();
runPinned(join(root, 'bin', 'local.ts'), process.argv.slice(2));
