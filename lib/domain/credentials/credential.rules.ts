import { secretMask } from '#lib/kernel/text.ts';
import type { Credential, CredentialKind } from './credential.schema.ts';

/** A field and what is wrong with it. */
export type FieldProblem = { field: string; error: string };

type Named = Partial<Record<'username' | 'header_name' | 'param_name', string | undefined>>;
type Fields = Named & { hosts: readonly string[] };

const namedFields = ['username', 'header_name', 'param_name'] as const;

/** The one field besides the secret that a kind has. */
const ownField: Partial<Record<CredentialKind, { field: keyof Named; missing: string }>> = {
  basic: { field: 'username', missing: 'Enter the user name.' },
  header: { field: 'header_name', missing: 'Enter the name of the header.' },
  query: { field: 'param_name', missing: 'Enter the name of the query parameter.' },
};

/** What a secret is kept for where the caller gives none: blank, or the mask that was answered. */
export const isKept = (secret: string | undefined): boolean =>
  secret === undefined || secret.trim() === '' || secret === secretMask;

/**
 * A URL's host as credentials name hosts. Plain http has no short form: a secret goes over it only
 * where the port was written out.
 */
export const hostOf = ({ protocol, host, hostname, port }: URL): string =>
  protocol === 'https:' ? host : `${hostname}:${port || '80'}`;

export const mayBeSentTo = ({ hosts }: Pick<Credential, 'hosts'>, url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') && hosts.includes(hostOf(url));

/** The address in a `webhook_url`; undefined where it is none. */
export const webhookAddress = (secret: string): URL | undefined => {
  const url = /^[\x21-\x7e]+$/.test(secret) ? URL.parse(secret) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && url.port !== '');
  return isSafe ? url : undefined;
};

const problemWithNames = (kind: CredentialKind, fields: Named): FieldProblem | undefined => {
  const own = ownField[kind];
  const foreign = namedFields.find((name) => name !== own?.field && fields[name] !== undefined);
  if (foreign) return { field: foreign, error: 'This kind of credential does not have this.' };
  if (own && fields[own.field] === undefined) return { field: own.field, error: own.missing };
  return fields.username?.includes(':')
    ? { field: 'username', error: 'A user name holds no colon.' }
    : undefined;
};

/** What is wrong with the fields of a credential besides its secret. */
export const problemWithFields = (
  kind: CredentialKind,
  fields: Fields,
): FieldProblem | undefined => {
  const problem = problemWithNames(kind, fields);
  if (problem) return problem;
  return kind !== 'webhook_url' && fields.hosts.length === 0
    ? { field: 'hosts', error: 'Name at least one host that it may be sent to.' }
    : undefined;
};

/** What is wrong with a new secret. */
export const problemWithSecret = (
  kind: CredentialKind,
  secret: string,
): FieldProblem | undefined => {
  const wrong = (error: string) => ({ field: 'secret', error });
  if (isKept(secret)) return wrong('Enter the secret.');
  if (kind === 'webhook_url' && !webhookAddress(secret)) {
    return wrong('Enter the address as https://host/path, as the chat shows it.');
  }
  const travelsInHeader = kind === 'bearer' || kind === 'header';
  return travelsInHeader && !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(secret)
    ? wrong('The secret has a blank at its end, a line break or a letter that no header carries.')
    : undefined;
};

/**
 * What is wrong with a secret that is kept. Whoever may change a credential still cannot read its
 * secret: the same secret is never sent to further hosts.
 */
export const problemWithKeptSecret = (
  before: Pick<Credential, 'hosts'>,
  hosts: readonly string[],
): FieldProblem | undefined => {
  const further = hosts.filter((host) => !before.hosts.includes(host));
  if (further.length === 0) return undefined;
  const where = further.join(', ');
  return { field: 'secret', error: `Enter the secret again: so far it is not sent to ${where}.` };
};

/** Where a credential of the kind may be sent: a webhook's address says so itself. */
export const hostsOf = (kind: CredentialKind, hosts: string[], secret: string): string[] => {
  const address = kind === 'webhook_url' ? webhookAddress(secret) : undefined;
  return address ? [hostOf(address)] : hosts;
};
