import { bounds, type Budget, functionMarks, isFunction } from './budget.ts';
import { Overrun } from './errors.ts';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isMark = (key: string): boolean => functionMarks.some((mark) => mark === key);

type Reading = { left: number; depth: number };

const spend = (reading: Reading, bytes: number): void => {
  reading.left -= bytes;
  if (reading.left < 0) throw new Overrun('it reads more than 8 MB. Select less of the data.');
};

const copyEntries = (source: object, reading: Reading): Record<string, unknown> => {
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(source))) {
    if (!descriptor.enumerable || !('value' in descriptor) || isMark(key)) continue;
    spend(reading, key.length + 3);
    copy[key] = copyValue(descriptor.value, reading);
  }
  return copy;
};

const copyObject = (value: object, reading: Reading): unknown => {
  if (reading.depth === bounds.depth) {
    throw new Overrun(`it reads data nested deeper than ${bounds.depth} levels.`);
  }
  reading.depth += 1;
  try {
    if (Array.isArray(value)) return value.map((entry) => copyValue(entry, reading));
    return isPlain(value) ? copyEntries(value, reading) : undefined;
  } finally {
    reading.depth -= 1;
  }
};

const copyValue = (value: unknown, reading: Reading): unknown => {
  spend(reading, typeof value === 'string' ? value.length + 2 : 8);
  if (typeof value === 'object' && value !== null) return copyObject(value, reading);
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
};

/**
 * The JSON data inside a value, without prototypes: what expressions see of the host. Functions,
 * accessors, and objects of any class become undefined; JSONata may change the copy as it likes.
 */
export const copyIn = (value: unknown): unknown => copyValue(value, { left: bounds.value, depth: 0 });

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
