import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { Clock } from '#lib/kernel/clock.ts';
import { CannotOpen, decodeBase64Url, openText, sealText } from '#lib/kernel/sealing.ts';
import type { Secrets } from '#lib/ports/secrets.ts';

type Options = { client: KMSClient; keyId: string; clock: Clock };

const keyLifetime = 5 * 60_000;
const maxKeys = 200;

/** KMS's errors for a data key that it did not make, or not with this key and context. */
const keyErrors = ['InvalidCiphertextException', 'IncorrectKeyException'];

const isKeyError = (error: unknown): boolean =>
  error instanceof Error && keyErrors.includes(error.name);

const plaintextOf = (answer: { Plaintext?: Uint8Array | undefined }): Uint8Array => {
  if (!answer.Plaintext) throw new Error('AWS KMS returned no key.');
  return answer.Plaintext;
};

/**
 * Caches decrypted data keys by tenant: KMS is called once in five minutes for each, so that
 * webhooks need not wait for KMS. The oldest keys are dropped if there are too many.
 */
const dataKeys = ({ client, keyId, clock }: Options) => {
  const cache = new Map<string, { key: Promise<Uint8Array>; expiresAt: number }>();

  const decryptKey = async (tenantId: string, sealedKey: string): Promise<Uint8Array> => {
    try {
      const command = new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: decodeBase64Url(sealedKey),
        EncryptionContext: { tenant_id: tenantId },
      });
      return plaintextOf(await client.send(command));
    } catch (error) {
      throw isKeyError(error) ? new CannotOpen(error) : error;
    }
  };

  return (tenantId: string, sealedKey: string): Promise<Uint8Array> => {
    const name = JSON.stringify([tenantId, sealedKey]);
    const found = cache.get(name);
    if (found && found.expiresAt > clock()) return found.key;
    const key = decryptKey(tenantId, sealedKey);
    cache.delete(name);
    cache.set(name, { key, expiresAt: clock() + keyLifetime });
    key.catch(() => cache.delete(name));
    const [oldest] = cache.keys();
    if (cache.size > maxKeys && oldest !== undefined) cache.delete(oldest);
    return key;
  };
};

/**
 * Envelope encryption with KMS: `k1.<data key, encrypted by KMS>.<text, encrypted by the data
 * key>`. Both are bound to the tenant. `open` throws CannotOpen.
 */
export const openSecrets = (options: Options): Secrets => {
  const dataKey = dataKeys(options);
  return {
    seal: async (tenantId, plaintext) => {
      if (tenantId === '') throw new Error('A secret belongs to a tenant; none was given.');
      const answer = await options.client.send(
        new GenerateDataKeyCommand({
          KeyId: options.keyId,
          KeySpec: 'AES_256',
          EncryptionContext: { tenant_id: tenantId },
        }),
      );
      const sealedKey = Buffer.from(answer.CiphertextBlob ?? []).toString('base64url');
      return `k1.${sealedKey}.${sealText(plaintextOf(answer), tenantId, plaintext)}`;
    },
    open: async (tenantId, sealed) => {
      const [version, sealedKey, text, ...rest] = sealed.split('.');
      if (version !== 'k1' || !sealedKey || !text || rest.length > 0) throw new CannotOpen();
      return openText(await dataKey(tenantId, sealedKey), tenantId, text);
    },
  };
};
