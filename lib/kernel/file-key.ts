import * as z from 'zod';

const segmentPattern = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,200}$/;

const isFileKey = (key: string): boolean => {
  const segments = key.split('/');
  return (
    key.length <= 900 &&
    segments.length > 1 &&
    segments.every((segment) => segmentPattern.test(segment))
  );
};

/** A file's key: plain segments between slashes, at least the tenant's and one more; never `..`. */
export const fileKey = z
  .string()
  .refine(isFileKey, 'A file key is made of letters, digits, `_`, `.` and `-` between slashes.');
