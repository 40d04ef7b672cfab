import type * as z from 'zod';
import {
  describeType,
  shortenPath,
  shortJson,
  typeDescriptions,
} from '#lib/kernel/value-descriptions.ts';

/** A path in a file as text. */
export const filePathText = (path: readonly PropertyKey[]): string => shortenPath(path).join('.');

/**
 * Error map for parsing a file, for parts whose schema has no sentence of its own; undefined keeps
 * the default message. `hint` is the sentence on how such a file begins.
 */
export const fileErrorMap =
  (hint: string) =>
  (issue: z.core.$ZodRawIssue): string | undefined => {
    const pathText = filePathText(issue.path ?? []);
    const value = issue.input;
    if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
    if (pathText === '') return hint;
    if (value === undefined) return `${pathText} is missing.`;
    if (issue.code === 'invalid_value') {
      const choices = issue.values.map(String).join(', ');
      return `${pathText}: ${shortJson(value)} is not one of ${choices}.`;
    }
    const expected = typeDescriptions[issue.expected] ?? 'of another type';
    return `${pathText} is ${describeType(value)}; it must be ${expected}.`;
  };

/** A problem of a file as a readable sentence, without its line. */
export const fileIssueText = ({ message, path }: z.core.$ZodIssue): string => {
  const pathText = filePathText(path);
  return message.includes(pathText) ? message : `${pathText}: ${message}`;
};
