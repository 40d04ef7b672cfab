/**
 * Whether a number is exact: JSON parsers replace larger ones by a neighbour, and `1e999` by
 * Infinity.
 */
const isExactNumber = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** Whether all numbers in a value, at any depth, are exact. */
export const hasExactNumbers = (value: unknown): boolean => {
  if (typeof value === 'number') return isExactNumber(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasExactNumbers);
};

/** The error for JSON with an inexact number. */
export const inexactNumber =
  'A number is too large to be kept exactly. Write it as text, in quotes.';

/** Parses a text as a number, which may be too large to be exact; undefined if it is not one. */
export const parseNumericText = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(text) ? Number(text) : undefined;
