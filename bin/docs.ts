// Writes the generated pages of docs/.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrationReference } from '#lib/integration-reference.ts';
import { apiReference, nodeReference } from '#lib/reference.ts';

const docs = join(import.meta.dirname, '..', 'docs');
writeFileSync(join(docs, 'api.md'), apiReference());
writeFileSync(join(docs, 'nodes.md'), nodeReference());
writeFileSync(join(docs, 'integrations.md'), integrationReference());
