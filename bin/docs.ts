// Writes the generated pages of docs/.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiReference, nodeReference } from '#lib/reference.ts';

const docs = join(import.meta.dirname, '..', 'docs');
writeFileSync(join(docs, 'api.md'), apiReference());
writeFileSync(join(docs, 'nodes.md'), nodeReference());
