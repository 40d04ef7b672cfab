import { createHash, createPublicKey, verify } from 'node:crypto';

/** The fields that the signature of a call covers: none can be changed, moved or replayed. */
export type SignedCall = {
  tenant_id: string;
  agent_id: string;
  call: string;
  /** Milliseconds since the epoch. */
  time: string;
  nonce: string;
  /** Random id of the sending process, created when it starts. */
  instance: string;
  body: string;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The text that is signed for a call. */
export const callText = (of: SignedCall): string =>
  [
    'cloudwarden-agent-call/1',
    of.tenant_id,
    of.agent_id,
    of.call,
    of.time,
    of.nonce,
    of.instance,
    sha256(of.body),
  ].join('\n');

/** The text that is signed for a job; the job contains the nonce of its claim. */
export const jobText = (job: string): string => `cloudwarden-agent-job/1\n${job}`;

/**
 * Whether a text was signed with the private key that belongs to this Ed25519 public key (32 bytes,
 * base64url).
 */
export const isSignedBy = (publicKey: string, text: string, signature: string): boolean => {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    // Rejects other spellings that decode to the same bytes.
    if (bytes.toString('base64url') !== signature) return false;
    return verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
};
