import type { FieldDefinition } from './form.schema.ts';

export const categories = [
  'Cloud',
  'Communication',
  'Ticketing',
  'Identity',
  'Security',
  'Monitoring',
  'Source control',
  'AI',
  'Generic',
] as const;
export type Category = (typeof categories)[number];

/**
 * How a request proves who sends it. `{name}` in a text stands for the value of that field of the
 * form; nothing else is replaced.
 */
export type Auth =
  | { kind: 'none' }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'query'; name: string; value: string }
  | {
      /** OAuth 2 client credentials: a token is fetched, and sent as a bearer token. */
      kind: 'oauth2';
      token_url: string;
      client_id: string;
      client_secret: string;
      /** Further parameters of the token request: `scope`, `audience`, `resource`. */
      parameters?: Record<string, string>;
      /** Where the id and secret travel: in the body (the default) or as basic authentication. */
      client_in?: 'body' | 'basic';
      /** The body's format; a form by default. */
      format?: 'form' | 'json';
    }
  | {
      /** A service account key of Google: its signed assertion is exchanged for a token. */
      kind: 'google_key';
      key: string;
      scope: string;
    }
  /** The address itself is the secret: messages are posted to it. */
  | { kind: 'webhook'; url: string }
  /** Signs what is posted to an address with HMAC-SHA256. */
  | { kind: 'signature'; secret: string }
  | { kind: 'smtp'; host: string; port: string; user: string; password: string }
  /** Which of several a select of the form chose. */
  | { kind: 'chosen'; field: string; of: Record<string, Auth> };

/** The call that shows that an integration works; what it needs of the answer. */
export type TestCall = {
  method: 'GET' | 'POST';
  /** Behind `base_url`; `{name}` as in `Auth`. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Statuses that mean success; 200 by default. */
  accepts?: number[];
  /** What the JSON of the answer must hold, by a JSON pointer, where the status is not enough. */
  expects?: { at: string; is: unknown };
  /** JSON pointer to what the page shows as "Connected as ...". */
  shows?: string;
};

/**
 * A kind of account that can be connected: an entry of the catalogue, its form
 * and how it is called. All of it is data, so a new type is one file.
 */
export type IntegrationType = {
  /** As it stands in addresses and stored integrations: `[a-z0-9_]+`. */
  name: string;
  displayName: string;
  category: Category;
  description: string;
  /** Works, and may still change. */
  preview?: true;
  /** Can be requested only: there is no form yet. */
  local?: true;
  /** Two letters and a colour of the badge. */
  badge: { letters: string; colour: string };
  form: FieldDefinition[];
  auth: Auth;
  /** Where its calls go, `{name}` as in `Auth`; the hosts that its secrets may be sent to. */
  base_url?: string;
  /** Further hosts that its secrets may be sent to. */
  hosts?: string[];
  test?: TestCall;
  /** Why there is no test call, as its page says it. */
  untested?: string;
  /** The source type of listeners that receive its events. */
  events?: 'generic' | 'conformity' | 'security_hub';
};
