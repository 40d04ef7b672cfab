import { createHash, randomBytes } from 'node:crypto';
import type { IdKind } from './id-kinds.ts';

const timePart = (ms: number): string => Math.max(0, ms).toString(16).padStart(12, '0');

/** Returns a random id such as `lst_` and 128 random bits in hex. */
export const randomId = (kind: IdKind): string => `${kind}_${randomBytes(16).toString('hex')}`;

/** Returns an id that sorts by time: 48 bits of milliseconds, then 128 random bits. */
export const timedId = (kind: IdKind, ms: number): string =>
  `${kind}_${timePart(ms)}${randomBytes(16).toString('hex')}`;

/** Returns an id that sorts by time and is the same for the same cause: makes starts idempotent. */
export const derivedId = (kind: IdKind, ms: number, ...cause: string[]): string =>
  `${kind}_${timePart(ms)}${sha256(cause.join('\n')).slice(0, 32)}`;

/** The time of a timed or derived id, in epoch milliseconds. */
export const timeOfId = (id: string): number => {
  const start = id.indexOf('_') + 1;
  return Number.parseInt(id.slice(start, start + timePart(0).length), 16);
};

/** Bounds of the timed ids between two times (epoch milliseconds), both inclusive. */
export const timedBounds = (
  kind: IdKind,
  from: number,
  to = 0xffff_ffff_ffff,
): readonly [from: string, to: string] => [`${kind}_${timePart(from)}`, `${kind}_${timePart(to)}~`];

export const sha256 = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex');

/** Returns a UUID (version 8) derived from the text: the same text gives the same UUID. */
export const uuidOf = (text: string): string => {
  const hex = sha256(text);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...groups, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
};
