import * as fc from 'fast-check';
import { secretMasker, streamMasker } from '#lib/kernel/secret-masking.ts';

const dots = '••••';
const word = fc.stringMatching(/^[a-zA-Z0-9+/ %.-]{16,40}$/);

/** The forms in which peers repeat a text. */
const forms: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('hex'),
];

describe('several secrets in a text', () => {
  it('are hidden at every place and in every encoding', () => {
    const filler = fc.string({ maxLength: 30 });
    const occurrence = fc.record({ at: fc.nat(), form: fc.constantFrom(...forms), before: filler });
    const occurrences = fc.array(occurrence, { minLength: 1, maxLength: 8 });
    const arbitraries = [
      fc.array(word, { minLength: 1, maxLength: 20 }),
      occurrences,
      filler,
    ] as const;
    fc.assert(
      fc.property(...arbitraries, (secrets, parts, end) => {
        const texts = parts.map(({ at, form }) => form(secrets[at % secrets.length] ?? ''));
        const input = parts.map(({ before }, at) => before + (texts[at] ?? '')).join('') + end;
        const output = secretMasker({ secrets })(input);
        for (const text of texts) expect(output).not.toContain(text);
        expect(output).toContain(dots);
      }),
    );
  });

  it('are hidden completely when one is the beginning of another', () => {
    const mask = secretMasker({ secrets: ['a-secret-word', 'a-secret-word-and-more'] });
    expect(mask('a-secret-word-and-more a-secret-word')).toBe(`${dots} ${dots}`);
  });

  it('include the longest words of a secret with many words', () => {
    const words = Array.from({ length: 550 }, (_, at) => `piece-number-${1000 + at}`);
    const secret = [...words, 'the-longest-of-all-of-them'].join(' ');
    const mask = secretMasker({ secrets: [secret] });
    expect(mask(`x the-longest-of-all-of-them ${secret} x`)).toBe(`x ${dots} ${dots} x`);
    const output = mask(words);
    expect(output.filter((one) => one === dots)).toHaveLength(99);
  });
});

describe('secrets in a text that arrives in pieces', () => {
  const maskPieces = (secrets: string[], input: string, sizes: readonly number[]) => {
    const pieces = streamMasker({ secrets });
    const output: string[] = [];
    let at = 0;
    for (let n = 0; at < input.length; n += 1) {
      const size = sizes[n % sizes.length] ?? 1;
      output.push(pieces.add(input.slice(at, at + size)));
      at += size;
    }
    return [...output, pieces.rest()];
  };

  it('are hidden wherever the text is cut, and other text is shown', () => {
    const filler = fc.stringMatching(/^[ .,!?]{0,12}$/);
    const occurrence = fc.record({ at: fc.nat(), form: fc.constantFrom(...forms), before: filler });
    const occurrences = fc.array(occurrence, { minLength: 1, maxLength: 6 });
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
    const arbitraries = [
      fc.array(word, { minLength: 1, maxLength: 5 }),
      occurrences,
      filler,
      sizes,
    ] as const;
    fc.assert(
      fc.property(...arbitraries, (secrets, parts, end, cuts) => {
        const texts = parts.map(({ at, form }) => form(secrets[at % secrets.length] ?? ''));
        const input = parts.map(({ before }, at) => `${before}_${texts[at] ?? ''}`).join('_') + end;
        const output = maskPieces(secrets, input, cuts).join('');
        for (const text of texts) expect(output).not.toContain(text);
        expect(output).toContain(dots);
        const plainText = parts.map(({ before }) => before).join('') + end;
        expect(maskPieces(secrets, plainText, cuts).join('')).toBe(
          secretMasker({ secrets })(plainText),
        );
      }),
    );
  });

  it('hold back only text that may begin a secret', () => {
    const secrets = ['a-secret-word', 'a-secret-word-and-more'];
    const output = maskPieces(secrets, 'say a-secret-word-and-so on a-sec', [4, 13, 8, 12]);
    expect(output).toEqual(['say ', '', `${dots}-and-so `, 'on ', 'a-sec']);
  });
});
