import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * The exports of each file of a folder, with the file's name, sorted by name, so that a new area
 * joins the list with a file of its own. `sources.ts` treats these calls as imports, so the folder
 * must be a literal.
 */
export const everyIn = <Exports>(folder: string): [name: string, exports: Exports][] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => [basename(file, '.ts'), require(join(process.cwd(), folder, file))]);
