import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * What each file of a folder exports, by the file's name, in the order of the names: a list that a
 * new area joins with a file of its own. `sources.ts` reads these calls as imports, so write the
 * folder out.
 */
export const everyIn = <Exports>(folder: string): [name: string, exports: Exports][] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => [basename(file, '.ts'), require(join(process.cwd(), folder, file))]);
