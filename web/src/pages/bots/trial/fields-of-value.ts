import { isFields, quoteName } from '#lib/kernel/value-paths.ts';
import { describeType } from '#lib/kernel/value-descriptions.ts';

const maxFields = 12;

const formatNames = (names: readonly string[]): string => {
  const firstNames = names.slice(0, maxFields).map(quoteName).join(', ');
  return names.length > maxFields
    ? `${firstNames} and ${names.length - maxFields} more`
    : firstNames;
};

/**
 * The objects in a value: itself, or those in a list, whose fields expressions can read directly.
 */
const objectsIn = (value: unknown): Record<string, unknown>[] => [value].flat(3).filter(isFields);

/** The names of a value's fields. */
const fieldNames = (value: unknown): string[] => [
  ...new Set(objectsIn(value).slice(0, 20).flatMap(Object.keys)),
];

/** Why a path has no value, if that is due to its spelling. */
export const misspellingOf = (
  code: string,
  value: unknown,
  path: readonly string[],
): string | undefined => {
  const [name, ...rest] = path;
  if (name === undefined || value === undefined || value === null) return undefined;
  const objects = objectsIn(value);
  const holders = objects.filter((one) => Object.hasOwn(one, name));
  if (holders.length > 0) {
    const found: unknown[] = holders.map((one) => one[name]);
    const next: unknown = found.length === 1 ? found[0] : found;
    return misspellingOf(`${code}.${quoteName(name)}`, next, rest);
  }
  const prefix = `"${name}" has no value:`;
  if (Array.isArray(value) && value.length === 0) return `${prefix} ${code} is an empty list.`;
  if (objects.length === 0) return `${prefix} ${code} is ${describeType(value)}.`;
  const names = fieldNames(value);
  if (names.length === 0) return `${prefix} ${code} has no fields.`;
  return `${prefix} the fields of ${code} are ${formatNames(names)}.`;
};

const maxTextLength = 80;

/** A value on one line; a long one is shortened. */
export const shortText = (value: unknown): string => {
  if (value === undefined) return '(nothing)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
};
