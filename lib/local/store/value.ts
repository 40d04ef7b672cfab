import { invalid } from './refusal.ts';

/**
 * A stored value: JSON. Bytes are a text with a mark in front; so is the rare text that itself
 * begins with a NUL, so that the two cannot be confused.
 */
export type Stored = string | number | boolean | null | Stored[] | { [name: string]: Stored };
export type StoredMap = { [name: string]: Stored };

const bytesMark = '\0b';
const textMark = '\0s';
const maxDepth = 32;

const isMarked = (text: string): boolean => text.charCodeAt(0) === 0;

const toNumber = (value: number): number => {
  if (!Number.isFinite(value)) {
    throw new Error(`Special numeric value ${value} is not allowed`);
  }
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new Error(`Number ${value} is beyond what a number keeps exactly.`);
  }
  return value === 0 ? 0 : value;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const toObject = (value: object, depth: number): Stored => {
  if (depth > maxDepth) throw invalid('Nesting Levels have exceeded supported limits');
  if (value instanceof Uint8Array) {
    const { buffer, byteOffset, byteLength } = value;
    return bytesMark + Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  }
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.flatMap((item) => (item === undefined ? [] : [toStored(item, depth + 1)]));
  }
  if (isPlain(value)) return toStoredMap(value, depth);
  throw new Error(`A ${value.constructor.name} cannot be stored.`);
};

/** Converts a value to its stored form, which shares nothing with the caller's objects. */
export const toStored = (value: unknown, depth = 0): Stored => {
  switch (typeof value) {
    case 'string':
      return isMarked(value) ? textMark + value : value;
    case 'number':
      return toNumber(value);
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : toObject(value, depth);
    default:
      throw new Error(`A ${typeof value} cannot be stored.`);
  }
};

/** Converts attributes to their stored form; undefined ones are left out. */
export const toStoredMap = (map: object, depth = 0): StoredMap =>
  Object.fromEntries(
    Object.entries(map).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toStored(value, depth + 1)]],
    ),
  );

/** The text or bytes that a stored text stands for; other values unchanged. */
export const plainOf = (value: Stored | undefined): Stored | Uint8Array | undefined => {
  if (typeof value !== 'string' || !isMarked(value)) return value;
  if (value.startsWith(textMark)) return value.slice(textMark.length);
  const bytes = Buffer.from(value.slice(bytesMark.length), 'base64');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
};

const toPlainValue = (value: Stored): unknown => {
  if (typeof value !== 'object' || value === null) return plainOf(value);
  // The value was just parsed, so nothing else refers to it.
  const map = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' || typeof inner === 'string') map[name] = toPlainValue(inner);
  }
  return map;
};

/** Reads an item from its text. */
export const readItem = (text: string): Record<string, unknown> => {
  const item: StoredMap = JSON.parse(text);
  // JSON escapes NUL, so a text without that escape contains no marked value.
  return text.includes(String.raw`\u0000`) ? (toPlainValue(item) as StoredMap) : item;
};

const bytesIn = (text: string): number => Buffer.byteLength(text);

const sizeOfNumber = (value: number): number => {
  if (value === 0) return 1;
  const [digits = '', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const count = digits.replace('.', '').length;
  const isOdd = count % 2 !== 0 || Number(exponent) % 2 !== 0;
  return 1 + Math.ceil(count / 2) + (isOdd ? 0 : 1) + (value < 0 ? 1 : 0);
};

/** The size of a value in bytes, as DynamoDB counts it. */
const sizeOf = (value: Stored): number => {
  const plain = plainOf(value);
  if (typeof plain === 'string') return bytesIn(plain);
  if (typeof plain === 'number') return sizeOfNumber(plain);
  if (plain instanceof Uint8Array) return plain.length;
  if (typeof plain !== 'object' || plain === null) return 1;
  if (Array.isArray(plain)) return plain.reduce((sum: number, one) => sum + 1 + sizeOf(one), 3);
  return 3 + Object.keys(plain).length + sizeOfItem(plain);
};

/** The size of an item in bytes, as DynamoDB counts it: names and values. */
export const sizeOfItem = (item: StoredMap): number => {
  let size = 0;
  for (const [name, value] of Object.entries(item)) size += bytesIn(name) + sizeOf(value);
  return size;
};

const maxItemBytes = 400 * 1024;

/** The text of an item; throws if the item is too large. */
export const writeItem = (item: StoredMap, tooLarge: string): string => {
  const text = JSON.stringify(item);
  // No value counts for more than four times its text, so most items need no exact count.
  if (text.length * 4 > maxItemBytes && sizeOfItem(item) > maxItemBytes) throw invalid(tooLarge);
  return text;
};

/** DynamoDB's name for the type of a value. */
export const typeOf = (value: Stored): string => {
  const plain = plainOf(value);
  if (plain === null) return 'NULL';
  if (plain instanceof Uint8Array) return 'B';
  if (Array.isArray(plain)) return 'L';
  const types = { string: 'S', number: 'N', boolean: 'BOOL', object: 'M' };
  return types[typeof plain as keyof typeof types];
};
