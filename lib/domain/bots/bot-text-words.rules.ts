import type * as z from 'zod';
import { kindOf, quoted, shortPath, typeWords } from '#lib/kernel/value-words.ts';

/** A place in a file. */
export const placeOf = (path: readonly PropertyKey[]): string =>
  shortPath(path).join('.');

/**
 * The sentence on a part of a file whose schema has none of its own: give it to a parse as its
 * `error`. Nothing where it has nothing better to say; `begins` says how such a file begins.
 */
export const fileSentence =
  (begins: string) =>
  (issue: z.core.$ZodRawIssue): string | undefined => {
    const place = placeOf(issue.path ?? []);
    const value = issue.input;
    if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
    if (place === '') return begins;
    if (value === undefined) return `${place} is missing.`;
    if (issue.code === 'invalid_value') {
      return `${place}: ${quoted(value)} is none of ${issue.values.map(String).join(', ')}.`;
    }
    const expected = typeWords[issue.expected] ?? 'another';
    return `${place} is ${kindOf(value)}; it has to be ${expected}.`;
  };

/** What is wrong with a file that was read, as a person would say it; without its line. */
export const wordsOf = ({ message, path }: z.core.$ZodIssue): string => {
  const place = placeOf(path);
  return message.includes(place) ? message : `${place}: ${message}`;
};
