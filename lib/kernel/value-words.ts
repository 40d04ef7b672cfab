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

/** Characters of a value that a sentence has room for. */
const longest = 60;

/** A value as JSON; the end of a long one is left out. */
export const quoted = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
