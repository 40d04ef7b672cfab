import { mayBeSentTo } from '#lib/domain/credentials/credential.rules.ts';
import type { CredentialKind } from '#lib/domain/credentials/credential.schema.ts';
import type { OpenedCredential } from '#lib/domain/credentials/opened-credential.ts';
import { CannotOpen } from '#lib/kernel/sealing.ts';
import { withParameter } from './address.ts';
import { type EffectCall, type Failed, hopeless } from './node.ts';

const words: Record<CredentialKind, string> = {
  bearer: 'a bearer token',
  basic: 'a user name with password',
  header: 'a header',
  query: 'a query parameter',
  webhook_url: 'the address of a webhook',
  signing_secret: 'a secret that signs',
};

/** The opened credential of a node, or why it cannot be used. One of another tenant is absent. */
export const credentialOf = async (
  { deps, tenant_id }: EffectCall,
  id: string,
  kinds: readonly CredentialKind[],
): Promise<OpenedCredential | Failed> => {
  try {
    const found = await deps.credential(tenant_id, id);
    if (!found) {
      return hopeless('The credential of this node does not exist, or it was deleted. Choose one.');
    }
    if (kinds.includes(found.kind)) return found;
    const wanted = kinds.map((kind) => words[kind]).join(' or ');
    return hopeless(`The credential "${found.name}" is ${words[found.kind]}. Choose ${wanted}.`);
  } catch (error) {
    if (error instanceof CannotOpen) return hopeless(error.message);
    throw error;
  }
};

/** Why a credential may not go to an address; undefined where it may. */
export const problemWithTarget = (credential: OpenedCredential, url: URL): Failed | undefined => {
  if (mayBeSentTo(credential, url)) return undefined;
  const { name, hosts } = credential;
  const why = `The credential "${name}" may be sent to ${hosts.join(', ')} only`;
  const scheme = url.protocol === 'http:' ? 'http://' : '';
  return hopeless(`${why}, not to ${scheme}${url.host}. Check the address, or the credential.`);
};

const basic = ({ username = '', secret }: OpenedCredential): string =>
  Buffer.from(`${username}:${secret}`).toString('base64');

const headerOf = (credential: OpenedCredential): [name: string, value: string] | undefined => {
  switch (credential.kind) {
    case 'bearer':
      return ['authorization', `Bearer ${credential.secret}`];
    case 'basic':
      return ['authorization', `Basic ${basic(credential)}`];
    case 'header':
      return [(credential.header_name ?? '').toLowerCase(), credential.secret];
    default:
      return undefined;
  }
};

export type Sent = { url: URL; headers: Record<string, string>; secretHeaders: string[] };

/** A request with its credential, which takes the place of a header or parameter of that name. */
export const authorised = (sent: Sent, credential: OpenedCredential): Sent => {
  if (credential.kind === 'query') {
    return {
      ...sent,
      url: withParameter(sent.url, credential.param_name ?? '', credential.secret),
    };
  }
  const header = headerOf(credential);
  if (!header) return sent;
  const [name] = header;
  const others = Object.entries(sent.headers).filter(([own]) => own.toLowerCase() !== name);
  return {
    ...sent,
    headers: Object.fromEntries([...others, header]),
    secretHeaders: [...sent.secretHeaders, name],
  };
};

/** A shorter one is likely to be a word of the answer itself. */
const shortestHidden = 8;

/** The texts that give a credential away, longest first. */
const tellTales = (credential: OpenedCredential): string[] => {
  const { secret, kind } = credential;
  const coded = encodeURIComponent(secret.toWellFormed());
  const texts = [secret, coded, kind === 'basic' ? basic(credential) : secret];
  return [...new Set(texts)]
    .filter((text) => text.length >= shortestHidden)
    .sort((a, b) => b.length - a.length);
};

/** An answer's data without the credential, for peers that repeat what they were sent. */
export const withoutSecret = <T>(value: T, credential: OpenedCredential): T => {
  const texts = tellTales(credential);
  const hide = (text: string) => texts.reduce((left, one) => left.replaceAll(one, '••••'), text);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return hide(part);
    if (typeof part === 'number') return texts.includes(String(part)) ? '••••' : part;
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [hide(key), walk(one)]));
  };
  return walk(value) as T;
};
