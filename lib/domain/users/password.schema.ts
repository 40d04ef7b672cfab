import * as z from 'zod';
import { isWeak } from './weak-words.schema.ts';

export const passwordRule =
  'Use at least 8 characters, with an upper case letter, a lower case letter, a digit ' +
  'and one of @$!%*?&-#_';

export const weakPasswordRule =
  'This is a common word or name with digits and signs, which is guessed first. Choose another.';

const needed = [/[A-Z]/, /[a-z]/, /[0-9]/, /[@$!%*?&\-#_]/];

/** A password as somebody chooses it. */
export const newPassword = z
  .string('Enter a password.')
  .min(8, passwordRule)
  .max(256, 'Use at most 256 characters.')
  // Cognito takes none such.
  .refine((text) => text === text.trim(), 'A password cannot start or end with a blank.')
  .refine((text) => needed.every((pattern) => pattern.test(text)), passwordRule)
  .refine((text) => !isWeak(text), weakPasswordRule);
