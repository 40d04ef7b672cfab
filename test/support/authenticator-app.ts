import { codeOf, stepAt } from '#lib/local/identity/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a secret as people type it into their app. */
export const secretBytes = (text: string): Buffer => {
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const whole = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(whole.map((byte) => Number.parseInt(byte, 2)));
};

/** What the app shows for a secret at a time (ms), `later` steps of 30 seconds on. */
export const appCode = (secretCode: string, now: number, later = 0): string =>
  codeOf(secretBytes(secretCode), stepAt(now) + later);
