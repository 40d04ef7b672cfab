import { CannotOpen, openText, sealText } from '#lib/kernel/sealing.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { readKeyFile } from './key-file.ts';

const prefix = 'v1.';

/** Secrets sealed with the key from a file outside the data folder. */
export const openSecrets = (keyFile: { path: string; create: boolean }): Secrets => {
  const key = readKeyFile(keyFile);
  return {
    seal: async (tenantId, plaintext) => prefix + sealText(key, tenantId, plaintext),
    open: async (tenantId, sealed) => {
      if (!sealed.startsWith(prefix)) throw new CannotOpen();
      return openText(key, tenantId, sealed.slice(prefix.length));
    },
  };
};
