// `npm start`: installs what is missing, then serves. Runs on any Node >= 20.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { install, isPinned, root, runPinned } from './install.js';

install();
const script = join(root, 'bin', 'local.ts');
if (isPinned()) {
  enableCompileCache(join(root, 'dist', 'compile-cache'));
  await import(script);
} else {
  await runPinned(script, process.argv.slice(2));
}
