// Builds what tests need: the console, if its sources changed, and the initial database files.
import { join } from 'node:path';
import { buildConsole, isStale } from './console-build.ts';
import { writeEmptyPostgres } from './empty-postgres.ts';

const root = join(import.meta.dirname, '..');

if (isStale(root)) {
  console.error('Building the console (once after each change, some seconds) ...');
  await buildConsole(root);
}
await writeEmptyPostgres(root);
