import * as fc from 'fast-check';
import { hiding } from '#lib/kernel/secret-texts.ts';

const dots = '••••';
const word = fc.stringMatching(/^[a-zA-Z0-9+/ %.-]{16,40}$/);

/** What peers make of a text. */
const forms: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('hex'),
];

describe('secrets among many', () => {
  it('are hidden wherever they stand, however they are spelt, whatever stands around', () => {
    const around = fc.string({ maxLength: 30 });
    const spelt = fc.record({ at: fc.nat(), form: fc.constantFrom(...forms), before: around });
    const seen = fc.array(spelt, { minLength: 1, maxLength: 8 });
    const given = [fc.array(word, { minLength: 1, maxLength: 20 }), seen, around] as const;
    fc.assert(
      fc.property(...given, (secrets, parts, end) => {
        const texts = parts.map(({ at, form }) => form(secrets[at % secrets.length] ?? ''));
        const said = parts.map(({ before }, at) => before + (texts[at] ?? '')).join('') + end;
        const shown = hiding({ secrets })(said);
        for (const text of texts) expect(shown).not.toContain(text);
        expect(shown).toContain(dots);
      }),
    );
  });

  it('of one that is the beginning of another, neither is left in part', () => {
    const hide = hiding({ secrets: ['a-secret-word', 'a-secret-word-and-more'] });
    expect(hide('a-secret-word-and-more a-secret-word')).toBe(`${dots} ${dots}`);
  });

  it('are pieces of a token of many words, of which the longest are hidden', () => {
    const words = Array.from({ length: 550 }, (_, at) => `piece-number-${1000 + at}`);
    const secret = [...words, 'the-longest-of-all-of-them'].join(' ');
    const hide = hiding({ secrets: [secret] });
    expect(hide(`x the-longest-of-all-of-them ${secret} x`)).toBe(`x ${dots} ${dots} x`);
    const shown = hide(words);
    expect(shown.filter((one) => one === dots)).toHaveLength(99);
  });
});
