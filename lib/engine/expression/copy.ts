import { type Budget, evaluationLimits, functionMarks, isFunction } from './budget.ts';
import { Overrun } from './errors.ts';
import type { Reading } from './reads.ts';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isMark = (key: string): boolean => functionMarks.some((mark) => mark === key);

type Copying = { remainingBytes: number; depth: number };

const spend = (copying: Copying, bytes: number): void => {
  copying.remainingBytes -= bytes;
  if (copying.remainingBytes < 0)
    throw new Overrun('it reads more than 8 MB. Select less of the data.');
};

const copyEntries = (source: object, names: Iterable<string>, copying: Copying): unknown => {
  const copy: Record<string, unknown> = Object.create(null);
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(source, name);
    if (!property || !('value' in property) || isMark(name)) continue;
    spend(copying, name.length + 3);
    copy[name] = copyValue(property.value, copying);
  }
  return copy;
};

const copyObject = (value: object, copying: Copying): unknown => {
  if (copying.depth === evaluationLimits.depth) {
    throw new Overrun(`it reads data nested deeper than ${evaluationLimits.depth} levels.`);
  }
  copying.depth += 1;
  try {
    if (Array.isArray(value)) return value.map((entry) => copyValue(entry, copying));
    return isPlain(value) ? copyEntries(value, Object.keys(value), copying) : undefined;
  } finally {
    copying.depth -= 1;
  }
};

const copyValue = (value: unknown, copying: Copying): unknown => {
  spend(copying, typeof value === 'string' ? value.length + 2 : 8);
  if (typeof value === 'object' && value !== null) return copyObject(value, copying);
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
};

/**
 * Copies the JSON data of a value, or of some of its members, without prototypes: all that
 * expressions see of the host. Functions, accessors and class instances become undefined. JSONata
 * may change the copy freely.
 */
export const copyIn = (value: unknown, reading: Reading): unknown => {
  const copying = { remainingBytes: evaluationLimits.value, depth: 0 };
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (reading !== 'all' && reading.size === 0) return undefined;
  return reading !== 'all' && isRecord && isPlain(value)
    ? copyEntries(value, reading, copying)
    : copyValue(value, copying);
};

/** The value as plain JSON data, without the functions in it. */
export const copyOut = (value: unknown, budget: Budget): unknown => {
  const text = JSON.stringify(value, (_key, entry: unknown) =>
    isFunction(entry) ? undefined : entry,
  );
  if (text === undefined) return undefined;
  budget.give(text.length);
  const data: unknown = JSON.parse(text);
  return data;
};
