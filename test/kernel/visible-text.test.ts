import * as fc from 'fast-check';
import { hasVisibleText } from '#lib/kernel/visible-text.ts';

const unseen = [' ', '\t', '\n', '\0', '\u0007', '\u00a0', '\u00ad', '\u034f', '\u115f', '\u200b'];
const more = [
  '\u200d',
  '\u200e',
  '\u2060',
  '\u2800',
  '\u3000',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\ud800',
];

const invisibleText = fc.array(fc.constantFrom(...unseen, ...more)).map((all) => all.join(''));

describe('a message', () => {
  it('is empty if it has only invisible characters', () => {
    fc.assert(
      fc.property(invisibleText, (text) => !hasVisibleText(text)),
      { numRuns: 100 },
    );
  });

  it('is not empty if it has one visible character', () => {
    const letter = fc.constantFrom('a', '0', '?', 'é', '漢', '👍', 'ا', '́a');
    fc.assert(
      fc.property(invisibleText, letter, invisibleText, (before, one, after) =>
        hasVisibleText(before + one + after),
      ),
      { numRuns: 100 },
    );
  });
});
