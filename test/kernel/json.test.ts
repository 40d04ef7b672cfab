import * as fc from 'fast-check';
import {
  parseJsonObject,
  parseLosslessly,
  parseLossyNumbersAsText,
  parseLossyNumbersInTurns,
} from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { caseCount } from '../support/thorough.ts';
import { implementationDefined, legalObjects, malformed, notUtf8 } from './json-corpus.ts';

/** Texts, each with a short title. */
const withTitles = (texts: readonly string[]) =>
  texts.map((text) => [text.slice(0, 60), text] as const);

const bytes = (text: string): Uint8Array => Buffer.from(text);

const refusalOf = (body: Uint8Array): Refusal | undefined => {
  try {
    parseJsonObject(body);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

const verdictOn = (body: Uint8Array): number => refusalOf(body)?.status ?? 200;

const nested = (levels: number, open = '{"a":', close = '}'): string =>
  `${open.repeat(levels - 1)}{}${close.repeat(levels - 1)}`;

describe('a JSON body', () => {
  it.each(withTitles(legalObjects))('is accepted: %j', (_title, text) => {
    const { text: parsedText, value } = parseJsonObject(bytes(text));
    expect(parsedText).toBe(text);
    expect(value).toEqual(JSON.parse(text));
  });

  it.each(withTitles(malformed))('is refused, alone and inside an object: %j', (_title, text) => {
    expect(verdictOn(bytes(text))).toBe(400);
    expect(verdictOn(bytes(`{"a":${text}}`))).toBe(400);
  });

  it.each(notUtf8)('is refused when it is not UTF-8: %s', (_name, hex) => {
    const body = Buffer.concat([bytes('{"a":"'), Buffer.from(hex, 'hex'), bytes('"}')]);
    expect(verdictOn(body)).toBe(400);
  });

  it.each(implementationDefined)('is either accepted or refused with %s', (_name, text) => {
    expect([200, 400]).toContain(verdictOn(bytes(`{"a":${text}}`)));
  });

  it.each(['[]', '[{}]', '1', '"text"', 'null', 'true', ''])(
    'is refused if it is not an object: %j',
    (text) => {
      expect(verdictOn(bytes(text))).toBe(400);
    },
  );

  it.each([
    ['a byte order mark', '\ufeff{}'],
    ['UTF-16', Buffer.from('{}', 'utf16le').toString('latin1')],
    ['two objects', '{}{}'],
    ['a NUL after it', '{}\0'],
  ])('is refused with %s', (_name, text) => {
    expect(verdictOn(bytes(text))).toBe(400);
  });

  it('may be nested up to the limit', () => {
    expect(verdictOn(bytes(nested(limits.jsonDepth)))).toBe(200);
    expect(verdictOn(bytes(nested(limits.jsonDepth + 1)))).toBe(400);
    expect(verdictOn(bytes(`{"a":${nested(limits.jsonDepth, '[', ']')}}`))).toBe(400);
    expect(verdictOn(bytes(`{"a":${nested(limits.jsonDepth - 1, '[', ']')}}`))).toBe(200);
  });

  it('may hold keys and values up to the limit', () => {
    const holding = (values: number) => `{"a":[${'1,'.repeat(values - 5)}{}]}`;
    expect(refusalOf(bytes(holding(limits.jsonValues)))?.message).toBeUndefined();
    expect(refusalOf(bytes(holding(limits.jsonValues + 1)))?.message).toBe(
      'The body holds more than 100000 keys and values.',
    );
  });

  it.each([
    ['lists', '[],'],
    ['objects', '{},'],
    ['keys', '{"a":0},'],
    ['texts', '"",'],
    ['brackets that are never closed', '[1,'],
  ])('is refused with too many %s', (_what, piece) => {
    const text = `{"a":[${piece.repeat(Math.floor(limits.webhookBody / piece.length))}0]}`;
    expect(verdictOn(bytes(text))).toBe(400);
  });

  it('may hold any number of commas and colons inside texts', () => {
    const texts = ['\\"', '\\\\', ',:,:', '\\\\\\"'].map((piece) => piece.repeat(100_000));
    expect(verdictOn(bytes(`{"a":["${texts.join('","')}"]}`))).toBe(200);
  });

  it('may hold any number of brackets inside texts', () => {
    const text = `{"a":"${'[{'.repeat(1000)}\\"${'['.repeat(1000)}\\\\"}`;
    expect(verdictOn(bytes(text))).toBe(200);
  });

  it('is refused with a million open brackets', () => {
    for (const bracket of ['[', '{', '{"a":', '{"a":[']) {
      expect(verdictOn(bytes(`{"x":${bracket.repeat(1_000_000)}`))).toBe(400);
    }
  });

  it('becomes an object with own properties only', () => {
    const { value } = parseJsonObject(bytes('{"__proto__":{"polluted":1},"constructor":1}'));
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(value, 'polluted')).toBe(false);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('is refused with a message that explains the error', () => {
    const messageFor = (body: Uint8Array) => refusalOf(body)?.message;
    expect(messageFor(bytes('{"a":}'))).toMatch(/^The body is not valid JSON/);
    expect(messageFor(bytes('{"password":canary}'))).toBe(
      'The body is not valid JSON. Send one object, as {"name": "value"}.',
    );
    expect(messageFor(Buffer.from('ff', 'hex'))).toMatch(/UTF-8/);
    expect(messageFor(bytes('[]'))).toMatch(/one JSON object/);
    expect(messageFor(bytes(nested(65)))).toMatch(/deeper than 64/);
  });
});

/** What some programs write for a number, and numbers where there may be none. */
const invalidNumbers = [
  '-',
  '[-]',
  '{"ratio":-Infinity}',
  '[NaN]',
  '[1-2]',
  '[12345678901234567890-1]',
  '[01234567890123456789012]',
  '[12345678901234567890.]',
  '[.12345678901234567890]',
  '[--12345678901234567890]',
  '[12345678901234567890"a"]',
  '{12345678901234567890:1}',
  '{12345678901234567890 \n :1}',
];

/** Parts of JSON texts, of which some random sequences are valid. */
const fragments = `[ ] { } , : "a": "b" "\\"" "1e400" null - . e + 0 7 1e400 -1e400
  12345678901234567890 1.5 -0`.split(/\s+/);

/** The value of a decimal number without rounding: digits without outer zeros, and an exponent. */
const exactValue = (number: string): string => {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^(-?)0+(?=\d)/, '$1').replace(/0+$/, '');
  const zeros = (whole + fraction).length - (whole + fraction).replace(/0+$/, '').length;
  return digits.length < 2 && !/[1-9]/.test(digits)
    ? '0'
    : `${digits}e${Number(exponent) - fraction.length + zeros}`;
};

/** Integers above 2^53 in plain digits count as lossy, even where a double holds them exactly. */
const isLossy = (source: string): boolean => {
  const value = Number(source);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  return /^-?\d+$/.test(source) || exactValue(String(value)) !== exactValue(source);
};

describe('JSON that is parsed exactly', () => {
  it.each([
    '{"a":1e400,"b":-1e400,"c":1E-999}',
    '[12345678901234567890,9007199254740993,-0,0.1000000000000000055511151231257827]',
    '[1.0,2.50,1E5,1e+2]',
    '{"__proto__":{"a":1},"":{"":[]}}',
    '["\\ud800","\\udfff\\ud800","\\u0000"]',
    'null',
  ])('is written exactly as it was read: %s', (text) => {
    expect(JSON.stringify(parseLosslessly(text))).toBe(text);
  });

  it.each([
    ['9007199254740993', '"9007199254740993"'],
    ['{"id":9007199254740994}', '{"id":"9007199254740994"}'],
    ['[1e999,-1e999]', '["1e999","-1e999"]'],
    [
      '{"a":[12345678901234567890,1],"b":"9007199254740993"}',
      '{"a":["12345678901234567890",1],"b":"9007199254740993"}',
    ],
    ['[9007199254740991,-7,1.50,1e3]', '[9007199254740991,-7,1.5,1000]'],
    ['[1e300,20000000000000000000]', '[1e+300,"20000000000000000000"]'],
  ])('keeps numbers that would lose precision as text: %s', (text, expected) => {
    expect(JSON.stringify(parseLossyNumbersAsText(text))).toBe(expected);
  });

  it.each(withTitles([...malformed, ...invalidNumbers]))(
    'is refused if it is invalid, by both: %j',
    (_title, text) => {
      expect(() => parseLossyNumbersAsText(text)).toThrow(SyntaxError);
      expect(() => parseLosslessly(text)).toThrow(SyntaxError);
    },
  );

  it('is read in one pass, however long its numbers are', () => {
    const zeros = '0'.repeat(1_000_000);
    const large = `12345678901234567890.${zeros}1`;
    const text = `{"a":${large},"b":[0.${zeros}1,1${zeros}]}`;
    expect(parseLossyNumbersAsText(text)).toEqual({ a: large, b: [0, `1${zeros}`] });
  });

  it('is read as JSON.parse reads it, except for numbers that would lose their value', () => {
    const fragment = fc.constantFrom(...fragments);
    const texts = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));
    const read = (parse: () => unknown): string => {
      try {
        return JSON.stringify(parse());
      } catch {
        return 'invalid';
      }
    };
    fc.assert(
      fc.property(texts, (text) => {
        const reviver = (_key: string, value: unknown, { source }: { source: string }) =>
          typeof value === 'number' && isLossy(source) ? source : value;
        const expected = read(() => JSON.parse(text, reviver as Parameters<JSON['parse']>[1]));
        expect(read(() => parseLossyNumbersAsText(text))).toBe(expected);
      }),
      { numRuns: caseCount({ usual: 2000, thorough: 50_000 }) },
    );
  });

  it('lets other work have its turn while many numbers are read', async () => {
    const ids = Array.from({ length: 12_000 }, (_, n) => `${90_071_992_547_409_930n + BigInt(n)}`);
    const others = jest.fn();
    const reading = parseLossyNumbersInTurns(`{"one":1,"ids":[${ids.join()}]}`);
    setImmediate(others);
    expect(await reading).toEqual({ one: 1, ids });
    expect(others).toHaveBeenCalled();
  });

  it('becomes plain values where these are exact', () => {
    expect(parseLosslessly('{"a":[1,-2.5,"x",true,null]}')).toEqual({
      a: [1, -2.5, 'x', true, null],
    });
  });
});
