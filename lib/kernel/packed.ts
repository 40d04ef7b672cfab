import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Refusal } from './refusal.ts';

/** Bytes of one packed value, so that it fits into a DynamoDB item of 400 KB. */
const maxPackedBytes = 360 * 1024;

/** Bytes of a value once stored; an upper bound for short values, which are not packed for this. */
export const packedBytes = (value: unknown): number => {
  const json = JSON.stringify(value);
  const jsonBytes = Buffer.byteLength(json);
  return jsonBytes <= maxPackedBytes / 2 ? jsonBytes : deflateRawSync(json).byteLength;
};

/** Same as `pack`, but returns undefined if the value is too large for an item. */
export const packIfSmallEnough = (value: unknown): Uint8Array | undefined => {
  const bytes = deflateRawSync(JSON.stringify(value));
  return bytes.byteLength > maxPackedBytes ? undefined : bytes;
};

/**
 * Packs a free-form value for storage as deflated JSON, because DynamoDB's limits on numbers, depth
 * and size are narrower than JSON's. Throws a Refusal with 413 if it does not fit into an item.
 */
export const pack = (value: unknown): Uint8Array => {
  const bytes = packIfSmallEnough(value);
  if (bytes) return bytes;
  throw new Refusal(413, 'This is too large to be stored. Split it, or shorten its texts.');
};

export const unpack = (stored: unknown): unknown =>
  stored instanceof Uint8Array ? JSON.parse(inflateRawSync(stored).toString()) : undefined;
