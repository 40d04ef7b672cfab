/** What values are called, by the names that schemas have for their types. */
export const typeWords: Readonly<Record<string, string>> = {
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** What a value is, in those words. */
export const kindOf = (value: unknown): string => {
  if (value === null) return 'empty';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'not finite';
  return typeWords[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
};

/** A text as a sentence has room for it: the end of a long one is left out. */
export const shortened = (text: string, longest = 60): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

/** Where something is wrong, as a refusal tells it; whoever sent it may have chosen the names. */
export const shortPath = (path: readonly PropertyKey[]): (string | number)[] =>
  path.flatMap((part) => {
    if (typeof part === 'symbol') return [];
    return [typeof part === 'string' ? shortened(part) : part];
  });

/** A value as JSON, shortened. */
export const quoted = (value: unknown): string => shortened(JSON.stringify(value) ?? '');
