import { readFileSync } from 'node:fs';
import { integrationReference } from '#lib/integration-reference.ts';
import { apiReference, nodeReference } from '#lib/reference.ts';

describe('the generated pages', () => {
  it.each([
    ['docs/api.md', apiReference()],
    ['docs/nodes.md', nodeReference()],
    ['docs/integrations.md', integrationReference()],
  ])('%s says what the code says (else: npm run docs)', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
