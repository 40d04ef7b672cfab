import type { ReadKey } from '#lib/kernel/read-key.ts';

let reading: Promise<string> | undefined;

const read = async (): Promise<string> => {
  const { readSecret } = await import('./loaded/hash-secret.ts');
  return readSecret();
};

/** Keys hashes of API keys and seals of cursors. A reading that fails is tried again. */
export const hashKey: ReadKey = async () => {
  reading ??= read();
  try {
    return await reading;
  } catch (error) {
    reading = undefined;
    throw error;
  }
};
