import { hasExactNumbers } from './exact-number.ts';
import { limits } from './limits.ts';
import { badRequest } from './refusal.ts';
import { isObject } from './value-kinds.ts';
import { yieldToOthers } from './yield-to-others.ts';

/** Codes of JSON's structural characters; all others belong to numbers and words. */
const char = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  backslash: 0x5c,
} as const;
const brackets = { open: [0x5b, 0x7b], close: [0x5d, 0x7d] } as const;
const numberCharacters = Array.from('.eE+-', (one) => one.charCodeAt(0));

/** Index of the quote that closes the string opened here; the text's length if there is none. */
const endOfString = (json: string, start: number): number => {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapeStart = at;
    while (json.charCodeAt(escapeStart - 1) === char.backslash) escapeStart -= 1;
    if ((at - escapeStart) % 2 === 0) return at;
  }
  return json.length;
};

type Measure = {
  /** Number of keys and values, counted up to `maxValues` + 1. */
  values: number;
  /** Why it is too large to parse, as the end of a sentence. */
  excessReason?: string;
};

/**
 * Measures a JSON text, and whether it is too large to parse: nested too deeply, or with so many
 * values that parsing would block other requests. One pass over the text; strings are skipped.
 */
export const measureJson = (json: string, maxValues: number = limits.jsonValues): Measure => {
  let [depth, values] = [0, 1];
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case char.quote:
        at = endOfString(json, at);
        break;
      case brackets.open[0]:
      case brackets.open[1]:
        depth += 1;
        values += 1;
        break;
      case brackets.close[0]:
      case brackets.close[1]:
        depth -= 1;
        break;
      case char.comma:
      case char.colon:
        values += 1;
        break;
      default:
        continue;
    }
    if (depth > limits.jsonDepth) {
      return { values, excessReason: `is nested deeper than ${limits.jsonDepth} levels` };
    }
    if (values > maxValues) {
      return { values, excessReason: `holds more than ${maxValues} keys and values` };
    }
  }
  return { values };
};

/** Why a JSON text is too large to parse, as the end of a sentence; undefined if it is not. */
export const jsonExcessReason = (json: string, maxValues?: number): string | undefined =>
  measureJson(json, maxValues).excessReason;

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (body: Uint8Array): string => {
  try {
    return strictText.decode(body);
  } catch {
    throw badRequest('The body is not valid UTF-8 text. Send JSON encoded as UTF-8.');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The runtime's error quotes the body, and this message may be stored and shown to others.
    throw badRequest('The body is not valid JSON. Send one object, as {"name": "value"}.');
  }
};

type Source = { source: string };

/**
 * Parts of `JSON` that TypeScript's library does not declare yet: the source text of a number, and
 * writing a number from its text.
 */
const exactJson = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, at: Source) => unknown): unknown;
  rawJSON(text: string): unknown;
};

const isDigit = (code: number): boolean => code >= char.zero && code <= char.nine;

/** Whether a character may follow the first one of a number. */
const continuesNumber = (code: number): boolean => isDigit(code) || numberCharacters.includes(code);

/** The index after the number that begins here, or after what only begins like one. */
const endOfNumber = (json: string, start: number): number => {
  let end = start + 1;
  while (continuesNumber(json.charCodeAt(end))) end += 1;
  return end;
};

/**
 * Calls `visit` with each number of a JSON text from `start` on, and its position, until it returns
 * false; returns the index at which this ended. The JSON may be invalid: `visit` also receives what
 * only begins like a number, such as `-` or `1.`.
 */
const visitNumbers = (
  json: string,
  start: number,
  visit: (source: string, at: number) => boolean,
): number => {
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === char.quote) at = endOfString(json, at);
    if (code !== char.minus && !isDigit(code)) continue;
    const end = endOfNumber(json, at);
    if (!visit(json.slice(at, end), at)) return end;
    at = end - 1;
  }
  return json.length;
};

/** Whether JavaScript would write the number exactly as it is written here. */
const isCanonicalNumber = (source: string): boolean => String(Number(source)) === source;

/** The digits between the outer zeros. A pattern for the last ones would begin at every zero. */
const withoutOuterZeros = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end).replace(/^0+/, '');
};

/** The significant digits, without point, exponent and outer zeros: those of 1e300 are `1`. */
const digitsOf = (number: string): string =>
  withoutOuterZeros(number.replace(/e.*$/i, '').replace(/[-.]/g, ''));

/**
 * Whether JavaScript keeps the value of a number, even if it writes it differently. Integers above
 * 2^53 in plain digits never count as kept, so that ids are not a number now and a text later.
 */
const isNumberPreserved = (source: string): boolean => {
  const value = Number(source);
  if (hasExactNumbers(value)) return true;
  const isFraction = /[.e]/i.test(source) && Number.isFinite(value);
  return isFraction && digitsOf(String(value)) === digitsOf(source);
};

const isNumber = (source: string): boolean =>
  /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(source);

/** An integer with more digits than 2^53 has. Most lossy numbers are, and it is found quickly. */
const isLongInteger = (source: string): boolean =>
  source.length > 16 && /^[1-9]\d{16,}$/.test(source);

const isLossyNumber = (source: string): boolean =>
  isLongInteger(source) || (isNumber(source) && !isNumberPreserved(source));

const keyEnd = /\s*:/y;

/** Whether a key of an object ends here: a number there is invalid, and a text would not be. */
const isKeyEnd = (json: string, end: number): boolean => {
  keyEnd.lastIndex = end;
  return keyEnd.test(json);
};

/** Numbers in one part of a text, which takes a millisecond or two. */
const numbersAtOnce = 5000;

/**
 * The text in parts, with the numbers that would lose their value in quotes; invalid JSON stays
 * invalid.
 */
function* quotedParts(json: string): Generator<string> {
  let copied = 0;
  for (let end = 0; end < json.length; copied = end) {
    /** In turns, the text before such a number and the number, between which quotes belong. */
    const pieces: string[] = [];
    let count = 0;
    end = visitNumbers(json, end, (source, at) => {
      const numberEnd = at + source.length;
      if (isLossyNumber(source) && !isKeyEnd(json, numberEnd)) {
        pieces.push(json.slice(copied, at), source);
        copied = numberEnd;
      }
      count += 1;
      return count < numbersAtOnce;
    });
    pieces.push(json.slice(copied, end));
    yield pieces.join('"');
  }
}

/**
 * Parses JSON; numbers that would lose their value become texts: an integer above 2^53 would change
 * to a neighbour, and `1e400` would be written as `null`.
 */
export const parseLossyNumbersAsText = (json: string): unknown =>
  JSON.parse([...quotedParts(json)].join(''));

/** The same as `parseLossyNumbersAsText`; other work has its turn after each part. */
export const parseLossyNumbersInTurns = async (json: string): Promise<unknown> => {
  let quoted = '';
  for (const part of quotedParts(json)) {
    if (quoted.length > 0) await yieldToOthers();
    quoted += part;
  }
  return JSON.parse(quoted);
};

const isWrittenCanonically = (json: string): boolean => {
  let isCanonical = true;
  visitNumbers(json, 0, (source) => (isCanonical = isCanonicalNumber(source)));
  return isCanonical;
};

/**
 * Parses JSON so that writing it gives every number back as it was sent: `1e400` and integers above
 * 2^53 keep their source text. Looking for such numbers first takes a tenth of the time of asking
 * for each value's source text.
 */
export const parseLosslessly = (text: string): unknown =>
  isWrittenCanonically(text)
    ? JSON.parse(text)
    : exactJson.parse(text, (_, value, { source }) =>
        typeof value === 'number' && String(value) !== source ? exactJson.rawJSON(source) : value,
      );

/**
 * Parses one JSON object in strict UTF-8 within the limits; throws a Refusal with 400 otherwise.
 */
export const parseJsonObject = (
  body: Uint8Array,
): { text: string; value: Record<string, unknown> } => {
  const text = decode(body);
  const excessReason = jsonExcessReason(text);
  if (excessReason) throw badRequest(`The body ${excessReason}.`);
  const value = parse(text);
  if (!isObject(value)) throw badRequest('The body must be one JSON object: { … }.');
  return { text, value };
};
