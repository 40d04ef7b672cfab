// Writes the generated pages of docs/.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { athenaReference } from '#lib/athena-reference.ts';
import { integrationReference } from '#lib/integration-reference.ts';
import { complianceReference } from '#lib/compliance-reference.ts';
import { launchTemplate } from '#lib/domain/integrations/aws/role-template.rules.ts';
import { roleTemplateFile } from '#lib/kernel/published-files.ts';
import { limitsReference } from '#lib/limits-reference.ts';
import { apiReference, nodeReference } from '#lib/reference.ts';

const docs = join(import.meta.dirname, '..', 'docs');
writeFileSync(join(docs, 'api.md'), apiReference());
writeFileSync(join(docs, 'nodes.md'), nodeReference());
writeFileSync(join(docs, 'limits.md'), limitsReference());
writeFileSync(join(docs, 'integrations.md'), integrationReference());
writeFileSync(join(docs, 'compliance.md'), complianceReference());
writeFileSync(join(docs, 'athena.sql'), athenaReference());
writeFileSync(
  join(docs, roleTemplateFile),
  `${JSON.stringify(launchTemplate(), undefined, 2)}\n`,
);
