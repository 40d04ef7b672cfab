import { readFileSync } from 'node:fs';
import { complianceReference } from '#lib/compliance-reference.ts';
import { integrationReference } from '#lib/integration-reference.ts';
import { launchTemplate } from '#lib/domain/integrations/aws/role-template.rules.ts';
import { apiReference, nodeReference } from '#lib/reference.ts';

describe('the generated pages', () => {
  it.each([
    ['docs/api.md', apiReference()],
    ['docs/nodes.md', nodeReference()],
    ['docs/integrations.md', integrationReference()],
    ['docs/compliance.md', complianceReference()],
    ['docs/role-template.json', `${JSON.stringify(launchTemplate(), undefined, 2)}\n`],
  ])('%s says what the code says (else: npm run docs)', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
