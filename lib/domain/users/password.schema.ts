import * as z from 'zod';

export const passwordRule =
  'Use at least 8 characters, with an upper case letter, a lower case letter, a digit ' +
  'and one of @$!%*?&-#_';

const needed = [/[A-Z]/, /[a-z]/, /[0-9]/, /[@$!%*?&\-#_]/];

/** The rules for a password that a user chooses. */
export const newPassword = z
  .string('Enter a password.')
  .min(8, passwordRule)
  .max(256, 'Use at most 256 characters.')
  // Cognito does not accept such passwords.
  .refine((text) => text === text.trim(), 'A password cannot start or end with a space.')
  .refine((text) => needed.every((pattern) => pattern.test(text)), passwordRule);
