import * as z from 'zod';

const segment = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,200}$/;

/**
 * A file's key: plain segments between slashes, at least the tenant's and one more; never a path.
 */
export const fileKey = z
  .string()
  .max(900)
  .refine((key) => {
    const segments = key.split('/');
    return segments.length > 1 && segments.every((part) => segment.test(part));
  }, 'A file key is made of letters, digits, `_`, `.` and `-` between slashes.');
