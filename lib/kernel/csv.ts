/**
 * Whether a spreadsheet may take the text for a formula: it starts with `=`, `+`, `-` or `@`, also
 * in full width or after the characters that some programs skip (tab, line breaks).
 */
const isLikeFormula = (text: string): boolean =>
  /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text);

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * Formats one cell as RFC 4180 defines it. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front; numbers stay numbers.
 */
const cell = (value: unknown): string => {
  const text = textOf(value);
  const safe = isLikeFormula(text) && !isNumber(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One record of a CSV file with its line break; objects and lists are written as JSON. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
