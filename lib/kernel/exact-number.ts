/**
 * Whether a number is the one that was written: programs that read JSON take other numbers for
 * larger ones, and an infinite one for `1e999`.
 */
const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** Whether a value holds no number, at any depth, that is not the one that was written. */
export const hasExactNumbers = (value: unknown): boolean => {
  if (typeof value === 'number') return isExact(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasExactNumbers);
};

/** What is said of a value of JSON that holds one. */
export const inexactNumber =
  'A number is too large to be kept exactly. Write it as text, in quotes.';

/** A text as a number, which may be too large to be exact; undefined where it is none. */
export const numberIn = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(text) ? Number(text) : undefined;
