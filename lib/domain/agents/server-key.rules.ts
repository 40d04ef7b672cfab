import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

/** What an Ed25519 private key of 32 bytes begins with as PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const ed25519 = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });

/** An Ed25519 public key as 32 bytes of base64url. */
export const publicText = (key: KeyObject): string =>
  String(createPublicKey(key).export({ format: 'jwk' }).x);

/** An Ed25519 public key from its 32 bytes of base64url. */
export const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/**
 * The key by which one agent knows us. It follows from the secret that keys hashes, so that it is
 * stored nowhere, and no agent's key says anything of another's.
 */
export const serverKey = (hashKey: string, tenantId: string, agentId: string) => {
  const about = `agent jobs\n${tenantId}\n${agentId}`;
  const key = ed25519(new Uint8Array(hkdfSync('sha256', hashKey, '', about, 32)));
  return {
    publicKey: publicText(key),
    sign: (text: string): string => sign(null, Buffer.from(text), key).toString('base64url'),
  };
};
