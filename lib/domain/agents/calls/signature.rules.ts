import { createHash, createPublicKey, verify } from 'node:crypto';

/** What a call of an agent is signed over: nothing of it can be changed, moved or sent again. */
export type SignedCall = {
  tenant_id: string;
  agent_id: string;
  call: string;
  /** Milliseconds since the epoch. */
  time: string;
  nonce: string;
  /** The process that sends it, made at its start. */
  instance: string;
  body: string;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The text that the signature of a call stands for. */
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

/** The text that the signature of a job stands for; the job holds the nonce of its claim. */
export const jobText = (job: string): string => `cloudwarden-agent-job/1\n${job}`;

/** Whether a text was signed by who has this key: 32 bytes of Ed25519 in base64url. */
export const isSignedBy = (publicKey: string, text: string, signature: string): boolean => {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    // What decodes to the same bytes is still another text.
    if (bytes.toString('base64url') !== signature) return false;
    return verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
};
