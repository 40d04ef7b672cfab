import { openCursor, sealCursor } from '#lib/kernel/cursor.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

const key = 'a key';
const scope = 'org_1 listeners';
const position = { tenant_id: 'org_1', _id: 'lst_é' };
const sealed = sealCursor(key, scope, position);
const [body = '', seal = ''] = sealed.split('.');

const verdictOn = (cursor: string, by = key, on = scope): number => {
  try {
    openCursor(by, on, cursor);
    return 200;
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
};

const flip = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

describe('a sealed cursor', () => {
  it('opens to the position that was sealed', () => {
    expect(openCursor(key, scope, sealed)).toEqual(position);
  });

  it.each([
    ['the empty text', ''],
    ['a dot', '.'],
    ['its body alone', body],
    ['its body without a seal', `${body}.`],
    ['its seal alone', `.${seal}`],
    ['a third part', `${sealed}.junk`],
    ['an empty third part', `${sealed}.`],
    ['a blank behind it', `${sealed} `],
    ['a line break behind it', `${sealed}\n`],
    ['padding', `${sealed}=`],
    ['the seal in upper case', `${body}.${seal.toUpperCase()}`],
    ['a seal of as many letters outside ASCII', `${body}.${'é'.repeat(seal.length)}`],
    ['a seal of lone surrogates', `${body}.${'\ud800'.repeat(seal.length)}`],
    ['a position without a seal', JSON.stringify(position)],
    ['body and seal exchanged', `${seal}.${body}`],
    ['a NUL before it', `\0${sealed}`],
  ])('is refused in a wrong form: %s', (_name, cursor) => {
    expect(verdictOn(cursor)).toBe(400);
  });

  it('is refused when any letter is changed', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      if (sealed[at] !== '.') expect(verdictOn(flip(sealed, at))).toBe(400);
    }
  });

  it('is refused for another tenant, for another list and with another key', () => {
    expect(verdictOn(sealed, key, 'org_2 listeners')).toBe(400);
    expect(verdictOn(sealed, key, 'org_1 bots')).toBe(400);
    expect(verdictOn(sealed, 'another key')).toBe(400);
  });
});
