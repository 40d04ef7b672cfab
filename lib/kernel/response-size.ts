import * as z from 'zod';
import { limits } from './limits.ts';

/**
 * Bytes of a text as the body of a response. AWS carries the body as a string inside JSON, so each
 * of its quotes and backslashes counts twice.
 */
const escapedByteLength = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Bytes that a value takes in a response once serialised and escaped. */
export const responseBytes = (value: unknown): number =>
  escapedByteLength(JSON.stringify(value) ?? '');

/** Whether a JSON body fits into one response; measured only if its length does not decide it. */
export const isWithinResponseLimit = (body: string, maxBytes: number = limits.answer): boolean =>
  // No character of JSON takes more than three bytes once escaped.
  body.length * 3 <= maxBytes || (body.length <= maxBytes && escapedByteLength(body) <= maxBytes);

/** One part of a text that is too large for one response, and the number of the next part. */
export const textPart = z.object({ text: z.string(), next: z.number().int().optional() });
export type TextPart = z.infer<typeof textPart>;

/** Characters of one part; each may take four bytes when a quote is escaped twice. */
const partLength = 1024 * 1024;

/** Returns the part with this number; the first is 0. */
export const textPartOf = (text: string, partNumber: number): TextPart => {
  const end = (partNumber + 1) * partLength;
  const next = end < text.length ? { next: partNumber + 1 } : {};
  return { text: text.slice(partNumber * partLength, end), ...next };
};
