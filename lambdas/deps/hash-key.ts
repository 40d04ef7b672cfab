import type { ReadKey } from '#lib/kernel/read-key.ts';

let reading: Promise<string> | undefined;

const read = async (): Promise<string> => {
  const { readSecret } = await import('./loaded/hash-secret.ts');
  return readSecret();
};

/** Reads the key for hashes of API keys and seals of cursors. A failed read is retried. */
export const hashKey: ReadKey = async () => {
  reading ??= read();
  try {
    return await reading;
  } catch (error) {
    reading = undefined;
    throw error;
  }
};
