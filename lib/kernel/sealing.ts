import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** A sealed value does not open: altered, or sealed with another key or for another tenant. */
export class CannotOpen extends Error {
  constructor(cause?: unknown) {
    super(
      'A stored secret cannot be opened: it was changed, or sealed for another tenant or with ' +
        'another key. Enter the secret again, or restore the key that sealed it.',
      { cause },
    );
    this.name = 'CannotOpen';
  }
}

const contextOf = (tenantId: string): Buffer => {
  if (tenantId === '') throw new Error('A secret belongs to a tenant; none was given.');
  return Buffer.from(tenantId, 'utf8');
};

/**
 * Encrypts with AES-256-GCM, bound to the tenant. Returns base64url of nonce, tag and ciphertext.
 * The key has 32 bytes.
 */
export const sealText = (key: Uint8Array, tenantId: string, plaintext: string): string => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength });
  cipher.setAAD(contextOf(tenantId));
  const text = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
};

/** Decrypts a result of `sealText`; throws CannotOpen. */
export const openText = (key: Uint8Array, tenantId: string, sealed: string): string => {
  const context = contextOf(tenantId);
  const bytes = decodeBase64Url(sealed);
  try {
    const iv = bytes.subarray(0, ivLength);
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength });
    decipher.setAAD(context);
    decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    const text = decipher.update(bytes.subarray(ivLength + tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (error) {
    throw new CannotOpen(error);
  }
};

/** Decodes base64url; throws CannotOpen for invalid characters, which Node's decoder skips. */
export const decodeBase64Url = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new CannotOpen();
  return bytes;
};
