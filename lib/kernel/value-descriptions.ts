/** The words for kinds of values, by zod's type names. */
export const typeDescriptions: Readonly<Record<string, string>> = {
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** The kind of a value, in those words. */
export const describeType = (value: unknown): string => {
  if (value === null) return 'empty';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'not finite';
  return typeDescriptions[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
};

/** Shortens a text so that it fits into a sentence. */
export const shorten = (text: string, maxLength = 60): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

/** The path of an error for a response, shortened: the caller may have chosen the names in it. */
export const shortenPath = (path: readonly PropertyKey[]): (string | number)[] =>
  path.flatMap((segment) => {
    if (typeof segment === 'symbol') return [];
    return [typeof segment === 'string' ? shorten(segment) : segment];
  });

/** A value as JSON, shortened. */
export const shortJson = (value: unknown): string => shorten(JSON.stringify(value) ?? '');
