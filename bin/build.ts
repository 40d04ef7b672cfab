// Builds what tests need: the console, if its sources changed, and the initial database files.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '#lib/local/lock.ts';
import { buildConsole, isStale } from './console-build.ts';
import { writeEmptyPostgres } from './empty-postgres.ts';

const root = join(import.meta.dirname, '..');
const maxBuildMs = 10 * 60_000;

mkdirSync(join(root, 'dist'), { recursive: true });
// Two builds at once would delete each other's files: the second waits, and finds nothing to do.
lockFile(join(root, 'dist', 'build.lock'), maxBuildMs);
if (isStale(root)) {
  console.error('Building the console (once after each change, some seconds) ...');
  await buildConsole(root);
}
await writeEmptyPostgres(root);
