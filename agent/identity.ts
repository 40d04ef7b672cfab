// Who an agent is: its key pair, and what it was told when it enrolled.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { KeyStore } from './key-store.ts';

/** What is kept from one start to the next. */
type Kept = {
  /** PKCS #8, base64. */
  private_key: string;
  /** Absent until it has enrolled. */
  enrolled?: Enrolled;
};

export type Enrolled = {
  agent_id: string;
  tenant_id: string;
  server_key: string;
  calls_url: string;
};

export type Identity = Enrolled & { sign: (text: string) => string };

export class EnrolmentError extends Error {}

const newKept = (): Kept => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const private_key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  return { private_key };
};

const keyOf = ({ private_key }: Kept): KeyObject =>
  createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' });

const signer = (key: KeyObject) => (text: string) =>
  sign(null, Buffer.from(text), key).toString('base64url');

const publicText = (key: KeyObject): string => String(key.export({ format: 'jwk' }).x);

type Options = {
  store: KeyStore;
  url: string;
  agentId: string;
  /** Absent where the agent enrolled long ago. */
  enrolmentKey: string | undefined;
  facts: object;
};

const enrol = async (kept: Kept, { url, agentId, enrolmentKey, facts }: Options) => {
  if (!enrolmentKey) throw new EnrolmentError('There is no key to enrol with. Create one.');
  const answer = await fetch(`${url}/api/agents/${agentId}/enrolment`, {
    method: 'POST',
    redirect: 'error',
    headers: { authorization: enrolmentKey, 'content-type': 'application/json' },
    body: JSON.stringify({ public_key: publicText(keyOf(kept)), facts }),
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await answer.json()) as Enrolled & { error?: string };
  if (answer.status >= 500 || answer.status === 429) throw new Error(`Status ${answer.status}.`);
  if (answer.status !== 200) throw new EnrolmentError(body.error ?? `Status ${answer.status}.`);
  const { agent_id, tenant_id, server_key, calls_url } = body;
  return { agent_id, tenant_id, server_key, calls_url };
};

/**
 * The identity that is kept, or a new one by enrolling. The key pair is kept before the server
 * hears of it: a process that dies in between asks again with the same one.
 */
export const openIdentity = async (options: Options): Promise<Identity> => {
  const { store, agentId } = options;
  const text = await store.read();
  let kept: Kept = text === undefined ? newKept() : (JSON.parse(text) as Kept);
  // Another agent was here before: what it kept proves nothing of this one.
  if (kept.enrolled && kept.enrolled.agent_id !== agentId) kept = newKept();
  if (!kept.enrolled) {
    await store.write(JSON.stringify(kept));
    kept.enrolled = await enrol(kept, options);
    await store.write(JSON.stringify(kept));
  }
  return { ...kept.enrolled, sign: signer(keyOf(kept)) };
};
