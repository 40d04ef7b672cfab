import * as z from 'zod';
import { limits } from './limits.ts';

/**
 * Bytes that a text takes as the body of an answer. AWS carries the body as a text in JSON: each of
 * its quotes and backslashes counts twice.
 */
const carried = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Bytes that a value takes in an answer, with all that its JSON needs on its way. */
export const carriedBytes = (value: unknown): number => carried(JSON.stringify(value) ?? '');

/** Whether a body of JSON can be answered; measured only where its length does not tell. */
export const fitsAnswer = (body: string, most: number = limits.answer): boolean =>
  // No letter of JSON takes more than three bytes on its way.
  body.length * 3 <= most || (body.length <= most && carried(body) <= most);

/** One part of a text that one answer cannot hold, and which part follows it. */
export const textPart = z.object({ text: z.string(), next: z.number().int().optional() });
export type TextPart = z.infer<typeof textPart>;

/** Characters of one part: each may take four bytes on its way, as a quote in a text in a text. */
const partLength = 1024 * 1024;

/** The part of that number; the first is number 0. */
export const partOf = (text: string, part: number): TextPart => {
  const end = (part + 1) * partLength;
  const next = end < text.length ? { next: part + 1 } : {};
  return { text: text.slice(part * partLength, end), ...next };
};
