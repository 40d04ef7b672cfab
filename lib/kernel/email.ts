import * as z from 'zod';

/**
 * An e-mail address, which is also a user's id: ASCII, lower-cased once, compared exactly afterwards
 * (security design, rule 16: look-alike letters never match).
 */
export const emailAddress = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+@[\x21-\x7e]+\.[A-Za-z]{2,}$/, 'Invalid email format')
  .max(254)
  .transform((text) => text.toLowerCase());
