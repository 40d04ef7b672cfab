import { randomBytes, randomUUID } from 'node:crypto';
import { awsError, type Loopback, type LoopbackAnswer, openLoopback } from './loopback.ts';

type Fields = {
  KeyId?: string;
  KeySpec?: string;
  CiphertextBlob?: string;
  EncryptionContext?: Record<string, string>;
};

export type KmsServer = Loopback & {
  keyId: string;
  /** The operations called, in order. */
  calls: string[];
  /** While true, every call is throttled. */
  throttling: boolean;
};

const contextOf = (fields: Fields) => JSON.stringify(fields.EncryptionContext ?? {});

const json = (body: object): LoopbackAnswer => ({
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

/**
 * Implements GenerateDataKey and Decrypt of KMS for one key. Its cipher texts are references to
 * stored data keys; an altered one, or another context, is rejected as KMS does.
 */
export const openKms = async (): Promise<KmsServer> => {
  const keyId = randomUUID();
  const storedKeys = new Map<string, { plainKey: string; context: string }>();
  const calls: string[] = [];

  const generate = (fields: Fields): LoopbackAnswer => {
    if (fields.KeySpec !== 'AES_256') return awsError('ValidationException');
    const plainKey = randomBytes(32).toString('base64');
    const sealed = randomBytes(184).toString('base64');
    storedKeys.set(sealed, { plainKey, context: contextOf(fields) });
    return json({ KeyId: keyId, Plaintext: plainKey, CiphertextBlob: sealed });
  };

  const decrypt = (fields: Fields): LoopbackAnswer => {
    const found = storedKeys.get(fields.CiphertextBlob ?? '');
    if (found?.context !== contextOf(fields)) return awsError('InvalidCiphertextException');
    return json({
      KeyId: keyId,
      Plaintext: found.plainKey,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    });
  };

  const loopback = await openLoopback(({ headers, body }) => {
    const operation = String(headers['x-amz-target']).replace('TrentService.', '');
    const fields: Fields = JSON.parse(body.toString());
    calls.push(operation);
    if (server.throttling) return awsError('ThrottlingException', 'Rate exceeded');
    if (fields.KeyId !== keyId) return awsError('NotFoundException');
    return operation === 'GenerateDataKey' ? generate(fields) : decrypt(fields);
  });
  const server: KmsServer = { ...loopback, keyId, calls, throttling: false };
  return server;
};
