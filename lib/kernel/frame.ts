import type * as z from 'zod';

/** The largest frame, in bytes, that API Gateway carries in one piece. */
const frameSize = 32 * 1024;

/** One frame of a WebSocket, sent as JSON. */
export type Frame = { channel: string; cursor: string; message?: unknown };

/**
 * Serialises a frame, its message reduced to the fields of the channel's schema. Throws a ZodError
 * for a message of another shape and a RangeError for one that is too large; both are defects of
 * the sender.
 */
export const frameText = (schema: z.ZodType, frame: Frame): string => {
  const text = JSON.stringify({ ...frame, message: schema.parse(frame.message) });
  // No character takes more than three bytes, so most frames need not be measured.
  if (text.length * 3 <= frameSize) return text;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > frameSize) {
    throw new RangeError(`A frame of ${frame.channel} has ${bytes} bytes; send ids instead.`);
  }
  return text;
};
