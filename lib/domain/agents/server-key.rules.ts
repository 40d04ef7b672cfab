import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

/** The PKCS #8 prefix of an Ed25519 private key of 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const ed25519 = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });

/** An Ed25519 public key as base64url of its 32 bytes. */
export const publicKeyText = (key: KeyObject): string =>
  String(createPublicKey(key).export({ format: 'jwk' }).x);

/** An Ed25519 public key from the base64url of its 32 bytes. */
export const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/**
 * The key pair that signs jobs for one agent. It is derived from the secret that hashes API keys,
 * so it is stored nowhere, and the key of one agent reveals nothing about another's.
 */
export const serverKey = (hashKey: string, tenantId: string, agentId: string) => {
  const info = `agent jobs\n${tenantId}\n${agentId}`;
  const key = ed25519(new Uint8Array(hkdfSync('sha256', hashKey, '', info, 32)));
  return {
    publicKey: publicKeyText(key),
    sign: (text: string): string => sign(null, Buffer.from(text), key).toString('base64url'),
  };
};
