import type * as z from 'zod';

/** Bytes of a frame that API Gateway carries in one piece. */
const frameSize = 32 * 1024;

/** What is sent over a WebSocket at once, as JSON. */
export type Frame = { channel: string; cursor: string; message?: unknown };

/**
 * The frame's text, its message reduced to what the channel's schema knows. Throws a ZodError for a
 * message of another shape and a RangeError for one that is too large; both are defects of the
 * sender.
 */
export const frameText = (schema: z.ZodType, frame: Frame): string => {
  const text = JSON.stringify({ ...frame, message: schema.parse(frame.message) });
  // No character takes more than three bytes, so most frames need no count.
  if (text.length * 3 <= frameSize) return text;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > frameSize) {
    throw new RangeError(`A frame of ${frame.channel} has ${bytes} bytes; send ids instead.`);
  }
  return text;
};
