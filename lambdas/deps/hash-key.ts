/** Keys hashes of API keys and seals of cursors; empty in functions that may not read it. */
export const hashKey =
  process.env.HASH_SECRET_ID === undefined
    ? ''
    : (await import('./loaded/hash-secret.ts')).hashSecret;
