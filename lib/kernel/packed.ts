import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Refusal } from './refusal.ts';

/** Bytes that an item of 400 KB leaves for one packed value. */
const largest = 360 * 1024;

/** Bytes of a value as it is stored; of a short one at most, since it is not packed for this. */
export const packedBytes = (value: unknown): number => {
  const json = JSON.stringify(value);
  const most = Buffer.byteLength(json);
  return most <= largest / 2 ? most : deflateRawSync(json).byteLength;
};

/** As `pack`; nothing where it is too large for an item. */
export const packWhereItFits = (value: unknown): Uint8Array | undefined => {
  const bytes = deflateRawSync(JSON.stringify(value));
  return bytes.byteLength > largest ? undefined : bytes;
};

/**
 * A free-form value as stored: JSON, deflated. DynamoDB's own numbers, depth and sizes are narrower
 * than JSON's. Refused with 413 where it does not fit into an item.
 */
export const pack = (value: unknown): Uint8Array => {
  const bytes = packWhereItFits(value);
  if (bytes) return bytes;
  throw new Refusal(413, 'This is too large to be stored. Split it, or shorten its texts.');
};

export const unpack = (stored: unknown): unknown =>
  stored instanceof Uint8Array ? JSON.parse(inflateRawSync(stored).toString()) : undefined;
