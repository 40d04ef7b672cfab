import { hasExactNumbers } from './exact-number.ts';
import { limits } from './limits.ts';
import { badRequest } from './refusal.ts';

/** What the characters of JSON are by their codes; the rest belong to numbers and words. */
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

/** Where the text ends whose quote opens here; behind the end where none closes it. */
const endOfText = (json: string, opened: number): number => {
  for (let at = json.indexOf('"', opened + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json.charCodeAt(before - 1) === char.backslash) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
};

type Measure = {
  /** Keys and values; one more than `mostValues` where there are more. */
  values: number;
  /** Why it is too much to parse, as the end of a sentence. */
  excess?: string;
};

/**
 * How much a JSON text holds, and whether that is too much to parse: it is nested too deeply, or
 * has so many values that reading them would hold up everybody else. One pass over the text; what
 * stands in quotes is skipped.
 */
export const measureJson = (json: string, mostValues: number = limits.jsonValues): Measure => {
  let [depth, values] = [0, 1];
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case char.quote:
        at = endOfText(json, at);
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
      return { values, excess: `is nested deeper than ${limits.jsonDepth} levels` };
    }
    if (values > mostValues) {
      return { values, excess: `holds more than ${mostValues} keys and values` };
    }
  }
  return { values };
};

/** Why a JSON text is too much to parse, as the end of a sentence. */
export const excessOf = (json: string, mostValues?: number): string | undefined =>
  measureJson(json, mostValues).excess;

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (body: Uint8Array): string => {
  try {
    return strictText.decode(body);
  } catch {
    throw badRequest('The body is not valid UTF-8 text. Send JSON encoded as UTF-8.');
  }
};

/** Whether a value of JSON is an object: a list is none. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // What the runtime says quotes the body, and what is said may be kept and shown to others.
    throw badRequest('The body is not valid JSON. Send one object, as {"name": "value"}.');
  }
};

type Source = { source: string };

/**
 * What TypeScript's library does not describe yet: the text of a number, and numbers made of text.
 */
const exactJson = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, at: Source) => unknown): unknown;
  rawJSON(text: string): unknown;
};

/** What a number of JSON is made of, from its first character on. */
const numberAt = /-?\d[\d.eE+-]*/y;

/** Whether something holds of every number of a JSON text, as it stands there. */
const everyNumber = (json: string, holds: (source: string) => boolean): boolean => {
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === char.quote) at = endOfText(json, at);
    if (code !== char.minus && (code < char.zero || code > char.nine)) continue;
    numberAt.lastIndex = at;
    const [source = ''] = numberAt.exec(json) ?? [];
    if (!holds(source)) return false;
    at += source.length - 1;
  }
  return true;
};

/** Whether JavaScript would write a number as it was written. */
const isPlain = (source: string): boolean => String(Number(source)) === source;

/** The digits that count, wherever the point and the exponent stand: those of 1e300 are 1. */
const digitsOf = (number: string): string =>
  number.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+|0+$/g, '');

/**
 * Whether JavaScript keeps a number, however it writes it. Of integers in digits none above 2^53
 * counts as kept: ids would be numbers now and texts then.
 */
const isKept = (source: string): boolean => {
  const value = Number(source);
  if (hasExactNumbers(value)) return true;
  const isFraction = /[.e]/i.test(source) && Number.isFinite(value);
  return isFraction && digitsOf(String(value)) === digitsOf(source);
};

/**
 * Parses JSON with numbers that would change as the texts that they are: an integer above 2^53
 * would become a neighbour, and `1e400` nothing once it is written as JSON.
 */
export const parseFaithfully = (text: string): unknown =>
  everyNumber(text, isKept)
    ? JSON.parse(text)
    : exactJson.parse(text, (_, value, { source }) =>
        typeof value === 'number' && !isKept(source) ? source : value,
      );

/**
 * Parses JSON so that writing it gives every number back as it was sent: `1e400` and integers above
 * 2^53 are kept as their text, and not as Infinity or a neighbour. Looking for such numbers first
 * takes a tenth of asking for the text of each value.
 */
export const parseExactly = (text: string): unknown =>
  everyNumber(text, isPlain)
    ? JSON.parse(text)
    : exactJson.parse(text, (_, value, { source }) =>
        typeof value === 'number' && String(value) !== source ? exactJson.rawJSON(source) : value,
      );

/** One JSON object in strict UTF-8 within the limits; anything else is refused with 400. */
export const parseJsonObject = (
  body: Uint8Array,
): { text: string; value: Record<string, unknown> } => {
  const text = decode(body);
  const excess = excessOf(text);
  if (excess) throw badRequest(`The body ${excess}.`);
  const value = parse(text);
  if (!isObject(value)) throw badRequest('The body must be one JSON object: { … }.');
  return { text, value };
};
