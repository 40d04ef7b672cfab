import type * as z from 'zod';
import { kindOf, quoted, shortPath, typeWords } from '#lib/kernel/value-words.ts';

/** A path in a file as text. */
export const placeOf = (path: readonly PropertyKey[]): string =>
  shortPath(path).join('.');

/**
 * Error map for parsing a file, for parts whose schema has no sentence of its own; undefined keeps
 * the default message. `begins` is the sentence on how such a file begins.
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
      return `${place}: ${quoted(value)} is not one of ${issue.values.map(String).join(', ')}.`;
    }
    const expected = typeWords[issue.expected] ?? 'of another type';
    return `${place} is ${kindOf(value)}; it must be ${expected}.`;
  };

/** A problem of a file as a readable sentence, without its line. */
export const wordsOf = ({ message, path }: z.core.$ZodIssue): string => {
  const place = placeOf(path);
  return message.includes(place) ? message : `${place}: ${message}`;
};
