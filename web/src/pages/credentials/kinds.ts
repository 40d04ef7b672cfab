import type { CredentialKind, CredentialView } from '#lib/domain/credentials/credential.schema.ts';

/** The one field besides the secret that a kind has. */
export type OwnField = {
  name: 'username' | 'header_name' | 'param_name';
  label: string;
  description?: string;
};

type Kind = {
  name: string;
  /** How requests carry it. */
  description: string;
  /** What its secret is called. */
  secret: string;
  own?: OwnField;
};

export const kinds: Record<CredentialKind, Kind> = {
  bearer: {
    name: 'Bearer token',
    description: 'Sent in the Authorization header, behind "Bearer".',
    secret: 'Token',
  },
  basic: {
    name: 'User name and password',
    description: 'Sent in the Authorization header, as HTTP basic authentication.',
    secret: 'Password',
    own: { name: 'username', label: 'User name' },
  },
  header: {
    name: 'Secret in a header',
    description: 'Sent in a header whose name you choose.',
    secret: 'Secret',
    own: { name: 'header_name', label: 'Header', description: 'For example X-Api-Key.' },
  },
  query: {
    name: 'Secret in a query parameter',
    description: 'Sent as part of the URL, which may end up in logs on the way.',
    secret: 'Secret',
    own: { name: 'param_name', label: 'Query parameter', description: 'For example api_key.' },
  },
  webhook_url: {
    name: 'Webhook address',
    description: 'The whole URL is the secret: Slack, Teams, Google Chat.',
    secret: 'Webhook address',
  },
  signing_secret: {
    name: 'Signing secret',
    description: 'Signs what is sent with HMAC-SHA256; the secret itself stays here.',
    secret: 'Signing secret',
  },
};

export const kindName = (kind: CredentialKind): string => kinds[kind].name;

/** The value of the field that the kind has besides its secret. */
export const ownValue = (one: CredentialView): string | undefined => {
  const { own } = kinds[one.kind];
  return own && one[own.name];
};
