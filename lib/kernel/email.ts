import * as z from 'zod';

/** Matches in linear time; excludes characters with a meaning in mail headers (`,`, `<`, `"`). */
const emailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/;

/**
 * An e-mail address, which is also a user's id: ASCII, lower-cased once and compared exactly
 * afterwards, so that look-alike letters never match.
 */
export const emailAddress = z
  .string()
  .trim()
  .regex(emailPattern, 'Invalid email format')
  .max(254, 'Invalid email format')
  .transform((text) => text.toLowerCase());
