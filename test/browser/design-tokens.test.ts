import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const scope = 'node_modules/@cloudscape-design';

/** Colours and lengths as in style sheets: `--color-text-body-default-7v1jfn`. */
const usedTokenPattern = /var\((--[a-z0-9-]+-[a-z0-9]{6})\b/g;
const definedTokenPattern = /(--[a-z0-9-]+-[a-z0-9]{6})\s*:/g;

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.(css|js)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !path.slice(folder.length).includes('node_modules'));

const namesIn = (folder: string, pattern: RegExp): Set<string> =>
  new Set(
    filesOf(folder).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name]) => name ?? ''),
    ),
  );

/** Only `components` defines the theme; the others fall back to light values where they differ. */
const theme = namesIn(join(scope, 'components'), definedTokenPattern);

const missingTokensOf = (name: string): string[] =>
  [...namesIn(join(scope, name), usedTokenPattern)].filter((token) => !theme.has(token));

describe('the theme tokens of the Cloudscape packages', () => {
  it('are more than 500', () => {
    expect(theme.size).toBeGreaterThan(500);
  });

  it.each([
    ['design-tokens', 0],
    // Its `internal` lists names that it does not use.
    ['code-view/code-view', 1],
  ])('cover the tokens that %s uses, with at most %d missing', (name, maxMissing) => {
    expect(namesIn(join(scope, name), usedTokenPattern).size).toBeGreaterThan(5);
    expect(missingTokensOf(name).length).toBeLessThanOrEqual(maxMissing);
  });
});
