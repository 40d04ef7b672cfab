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
    const around = fc.string({ maxLength: 30 });
    const spelt = fc.record({ at: fc.nat(), form: fc.constantFrom(...forms), before: around });
    const seen = fc.array(spelt, { minLength: 1, maxLength: 8 });
    const given = [fc.array(word, { minLength: 1, maxLength: 20 }), seen, around] as const;
    fc.assert(
      fc.property(...given, (secrets, parts, end) => {
        const texts = parts.map(({ at, form }) => form(secrets[at % secrets.length] ?? ''));
        const said = parts.map(({ before }, at) => before + (texts[at] ?? '')).join('') + end;
        const shown = secretMasker({ secrets })(said);
        for (const text of texts) expect(shown).not.toContain(text);
        expect(shown).toContain(dots);
      }),
    );
  });

  it('are hidden completely when one is the beginning of another', () => {
    const hide = secretMasker({ secrets: ['a-secret-word', 'a-secret-word-and-more'] });
    expect(hide('a-secret-word-and-more a-secret-word')).toBe(`${dots} ${dots}`);
  });

  it('include the longest words of a secret with many words', () => {
    const words = Array.from({ length: 550 }, (_, at) => `piece-number-${1000 + at}`);
    const secret = [...words, 'the-longest-of-all-of-them'].join(' ');
    const hide = secretMasker({ secrets: [secret] });
    expect(hide(`x the-longest-of-all-of-them ${secret} x`)).toBe(`x ${dots} ${dots} x`);
    const shown = hide(words);
    expect(shown.filter((one) => one === dots)).toHaveLength(99);
  });
});

describe('secrets in a text that arrives in pieces', () => {
  const shownOf = (secrets: string[], said: string, sizes: readonly number[]) => {
    const pieces = streamMasker({ secrets });
    const shown: string[] = [];
    let at = 0;
    for (let n = 0; at < said.length; n += 1) {
      const size = sizes[n % sizes.length] ?? 1;
      shown.push(pieces.add(said.slice(at, at + size)));
      at += size;
    }
    return [...shown, pieces.rest()];
  };

  it('are hidden wherever the text is cut, and other text is shown', () => {
    const around = fc.stringMatching(/^[ .,!?]{0,12}$/);
    const spelt = fc.record({ at: fc.nat(), form: fc.constantFrom(...forms), before: around });
    const seen = fc.array(spelt, { minLength: 1, maxLength: 6 });
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
    const given = [fc.array(word, { minLength: 1, maxLength: 5 }), seen, around, sizes] as const;
    fc.assert(
      fc.property(...given, (secrets, parts, end, cuts) => {
        const texts = parts.map(({ at, form }) => form(secrets[at % secrets.length] ?? ''));
        const said = parts.map(({ before }, at) => `${before}_${texts[at] ?? ''}`).join('_') + end;
        const shown = shownOf(secrets, said, cuts).join('');
        for (const text of texts) expect(shown).not.toContain(text);
        expect(shown).toContain(dots);
        const plain = parts.map(({ before }) => before).join('') + end;
        expect(shownOf(secrets, plain, cuts).join('')).toBe(secretMasker({ secrets })(plain));
      }),
    );
  });

  it('hold back only text that may begin a secret', () => {
    const secrets = ['a-secret-word', 'a-secret-word-and-more'];
    const shown = shownOf(secrets, 'say a-secret-word-and-so on a-sec', [4, 13, 8, 12]);
    expect(shown).toEqual(['say ', '', `${dots}-and-so `, 'on ', 'a-sec']);
  });
});
