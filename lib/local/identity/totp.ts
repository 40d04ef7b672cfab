import { createHmac } from 'node:crypto';
import { isEqualText } from './srp.ts';

// Codes of authenticator apps: RFC 6238 with its defaults, which all apps support.
const stepLength = 30_000;
const digits = 6;

/** How many steps around now are accepted: clocks differ, and typing takes time (RFC 6238, 5.2). */
const acceptedDrift = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), the form in which authenticator apps accept a secret. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
};

/** The step that contains a time (ms). */
export const stepAt = (ms: number): number => Math.floor(ms / stepLength);

/** The code of a step (RFC 4226, 5.3). */
export const codeOf = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
};

/** The step near `now` (ms) whose code this is; undefined if there is none. */
export const matchingStepOf = (
  secret: Uint8Array,
  code: string,
  now: number,
): number | undefined => {
  const typed = code.replace(/\s/g, '');
  const first = stepAt(now) - acceptedDrift;
  const steps = Array.from({ length: 2 * acceptedDrift + 1 }, (_, index) => first + index);
  return steps.filter((step) => step >= 0 && isEqualText(typed, codeOf(secret, step))).at(-1);
};
