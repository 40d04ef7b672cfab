import type * as z from 'zod';
import { botFileFormat } from './bot-file.schema.ts';
import { kindOf, quoted, typeWords, valueAt } from './value-words.rules.ts';

/** Whether a schema has no sentence of its own for this. */
const isOfZod = (message: string): boolean => /^Invalid (input|option|value)\b/.test(message);

/** What is wrong with a file that was read, as a person would say it; without its line. */
export const wordsOf = (issue: z.core.$ZodIssue, whole: unknown): string => {
  const { message, path } = issue;
  const place = path.join('.');
  const value = valueAt(whole, path);
  if (isOfZod(message)) {
    if (place === '') return `A bot's file begins with "format: ${botFileFormat}".`;
    if (value === undefined) return `${place} is missing.`;
    if (issue.code === 'invalid_type') {
      const expected = typeWords[issue.expected] ?? 'another';
      return `${place} is ${kindOf(value)}; it has to be ${expected}.`;
    }
    if (issue.code === 'invalid_value') {
      return `${place}: ${quoted(value)} is none of ${issue.values.join(', ')}.`;
    }
  }
  return message.includes(place) ? message : `${place}: ${message}`;
};
