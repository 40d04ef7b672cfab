import { codeOf, stepAt } from '#lib/local/identity/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes the secret that people type into their authenticator app (base32) into bytes. */
export const secretBytes = (text: string): Buffer => {
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

/** The code that the app shows for a secret at a time (ms), `later` steps of 30 seconds ahead. */
export const appCode = (secretCode: string, now: number, later = 0): string =>
  codeOf(secretBytes(secretCode), stepAt(now) + later);
