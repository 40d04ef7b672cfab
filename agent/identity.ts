// An agent's identity: its key pair, and what the server returned when it enrolled.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { isSecureUrl } from '../lib/domain/agents/address.rules.ts';
import type { KeyStore } from './key-store.ts';
import { writeLog } from './log.ts';

type KeyPair = {
  /** In PKCS #8, base64. */
  private_key: string;
};

/** A key pair that the server knows the agent by. */
type EnrolledKeyPair = KeyPair & {
  enrolled: Enrolment;
  /** SHA-256 of the last enrolment key that was used or rejected; it is not sent again. */
  spent?: string;
};

/** What is stored between starts. */
type StoredIdentity = Partial<EnrolledKeyPair> & {
  /** A key pair that may already be enrolled, and the hash of the enrolment key used for it. */
  next?: KeyPair & { by: string };
};

export type Enrolment = {
  agent_id: string;
  tenant_id: string;
  server_key: string;
  calls_url: string;
};

export type Identity = Enrolment & { sign: (text: string) => string };

export class EnrolmentError extends Error {}

const newKeyPair = (): KeyPair => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const private_key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  return { private_key };
};

const keyOf = ({ private_key }: KeyPair): KeyObject =>
  createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' });

const signer = (key: KeyObject) => (text: string) =>
  sign(null, Buffer.from(text), key).toString('base64url');

const publicText = (key: KeyObject): string => String(key.export({ format: 'jwk' }).x);

type Options = {
  store: KeyStore;
  url: string;
  agentId: string;
  /** Absent if the agent enrolled earlier and the key was removed. */
  enrolmentKey: string | undefined;
  facts: object;
};

const enrol = async (
  pair: KeyPair,
  { url, agentId, facts }: Options,
  key: string,
): Promise<Enrolment> => {
  const answer = await fetch(`${url}/api/agents/${agentId}/enrolment`, {
    method: 'POST',
    redirect: 'error',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({ public_key: publicText(keyOf(pair)), facts }),
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await answer.json()) as Enrolment & { error?: string };
  if (answer.status >= 500 || answer.status === 429) throw new Error(`Status ${answer.status}.`);
  if (answer.status !== 200) throw new EnrolmentError(body.error ?? `Status ${answer.status}.`);
  const { agent_id, tenant_id, server_key, calls_url } = body;
  const calls = URL.parse(calls_url);
  if (!calls || !isSecureUrl(calls)) {
    throw new EnrolmentError('The server wants to be called without TLS. Give it https://.');
  }
  return { agent_id, tenant_id, server_key, calls_url };
};

const identityOf = (pair: EnrolledKeyPair): Identity => ({
  ...pair.enrolled,
  sign: signer(keyOf(pair)),
});

/** The stored identity of this agent; one of another agent is ignored. */
const enrolledKeyPairIn = (
  { next, ...stored }: StoredIdentity,
  agentId: string,
): EnrolledKeyPair | undefined =>
  stored.enrolled?.agent_id === agentId && stored.private_key !== undefined
    ? (stored as EnrolledKeyPair)
    : undefined;

/**
 * Returns the stored identity, or enrols if there is none or a new enrolment key. A key pair is
 * stored before it is sent, so that a process that dies in between sends the same one again. The
 * former key pair stays valid until the new one is. Throws EnrolmentError if enrolling is rejected.
 */
export const openIdentity = async (options: Options): Promise<Identity> => {
  const { store, agentId, enrolmentKey } = options;
  const text = await store.read();
  const stored = (text === undefined ? {} : JSON.parse(text)) as StoredIdentity;
  const enrolledPair = enrolledKeyPairIn(stored, agentId);
  const keyHash = enrolmentKey && createHash('sha256').update(enrolmentKey).digest('hex');
  if (enrolledPair && (!keyHash || enrolledPair.spent === keyHash)) return identityOf(enrolledPair);
  if (!keyHash || !enrolmentKey) {
    throw new EnrolmentError('There is no key to enrol with. Create one.');
  }
  const next = stored.next?.by === keyHash ? stored.next : { ...newKeyPair(), by: keyHash };
  await store.write(JSON.stringify({ ...stored, next } satisfies StoredIdentity));
  let newPair: EnrolledKeyPair;
  try {
    const enrolled = await enrol(next, options, enrolmentKey);
    newPair = { private_key: next.private_key, enrolled, spent: keyHash };
  } catch (error) {
    if (!(error instanceof EnrolmentError) || !enrolledPair) throw error;
    writeLog('works on with its former key pair', { why: error.message });
    newPair = { ...enrolledPair, spent: keyHash };
  }
  await store.write(JSON.stringify(newPair satisfies StoredIdentity));
  return identityOf(newPair);
};
