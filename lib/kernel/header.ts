import * as z from 'zod';

/** An HTTP field name: the token of RFC 9110. */
export const headerToken = z
  .string()
  .trim()
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/,
    'Enter a header name: letters, digits and hyphens.',
  );
