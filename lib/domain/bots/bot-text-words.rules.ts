import type * as z from 'zod';
import { botFileFormat } from './bot-file.schema.ts';

const wanted: Record<string, string> = {
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'empty';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'not finite';
  return wanted[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
};

const valueAt = (whole: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value: unknown, part) => Object(value)[part], whole);

const longest = 60;

const quoted = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

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
      return `${place} is ${kindOf(value)}; it has to be ${wanted[issue.expected] ?? 'another'}.`;
    }
    if (issue.code === 'invalid_value') {
      return `${place}: ${quoted(value)} is none of ${issue.values.join(', ')}.`;
    }
  }
  return message.includes(place) ? message : `${place}: ${message}`;
};
