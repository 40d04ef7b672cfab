import type { AwsServiceName } from './aws/services.schema.ts';
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
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'query'; name: string; value: string }
  | {
      /** OAuth 2 client credentials: a token is fetched, and sent as a bearer token. */
      kind: 'oauth2';
      token_url: string;
      client_id: string;
      client_secret: string;
      /** Further parameters of the token request (`scope`, `audience`), left out where empty. */
      parameters?: Record<string, string>;
    }
  | {
      /** A service account key of Google: its signed assertion is exchanged for a token. */
      kind: 'google_key';
      key: string;
      scope: string;
    }
  /** The address itself is the secret: messages of a format are posted to it. */
  | { kind: 'webhook'; url: string; format: MessageFormat }
  /** Signs what is posted to `base_url` with HMAC-SHA256. */
  | { kind: 'signature'; secret: string }
  /** A role of the customer's own account, which asks for an external id. */
  | { kind: 'aws_role'; account: string; role_arn: string; external_id: string }
  /** One service of an AWS account that is connected already: its role makes the calls. */
  | { kind: 'aws_account'; account: string; region: string; service: AwsServiceName }
  | { kind: 'smtp'; host: string; port: string; user: string; password: string }
  | {
      kind: 'postgres';
      host: string;
      port: string;
      database: string;
      user: string;
      password: string;
    }
  /** Programs beside the other system, which ask for work: no call of ours reaches it. */
  | { kind: 'agent' }
  /** Which of several a select of the form chose. */
  | { kind: 'chosen'; field: string; of: Record<string, Auth> };
/** One that can be used: what a select of the form chose, where there is one. */
export type ChosenAuth = Exclude<Auth, { kind: 'chosen' }>;

/** How a message to a chat is written. */
export type MessageFormat = 'slack' | 'ms_teams' | 'google_chat' | 'discord';

/** Where an answer lists models (a JSON pointer), and the key that names each of them. */
export type ListedModels = { at: string; id: string };

/** The call that shows that an integration works; what it needs of the answer. */
export type TestCall = {
  kind: 'call';
  method: 'GET' | 'POST';
  /** Behind `base_url`; `{name}` as in `Auth`. */
  path: string;
  body?: unknown;
  /** What an answer with status 200 is: JSON by default; anything else shows a wrong address. */
  answers?: 'json' | 'xml' | 'any';
  /** What the JSON of the answer must hold, by a JSON pointer, where the status is not enough. */
  expects?: { at: string; is: unknown };
  /** Where the JSON has to hold something, and what the host has done otherwise. */
  needs?: { at: string; otherwise: string };
  /** JSON pointer to what the page shows as "Connected as ...". */
  shows?: string;
  /** Those that the form names must be among these. */
  models?: ListedModels;
};

/** How it is found out whether an integration works. */
export type ChosenTest =
  | TestCall
  /** That a token is given is all that can be seen without further rights. */
  | { kind: 'token' }
  /** Nothing can be read there: a message is sent, when somebody asks for it. */
  | { kind: 'message' }
  /** The role is assumed, and has to refuse whoever does not know its external id. */
  | { kind: 'role' }
  /** A call of the service that the type stands for, by a session that may do nothing else. */
  | { kind: 'aws_call'; operation: string; models?: ListedModels }
  /** A server that speaks no HTTP lets us in. `says` is what is said there, for people. */
  | { kind: 'sign_in'; says: string }
  /** One of its agents asked for work a moment ago. */
  | { kind: 'agent' }
  /** It lists its tools, as servers of the Model Context Protocol do. */
  | { kind: 'mcp_tools' }
  /** There is no way, and the page says why. */
  | { kind: 'none'; why: string };
export type Test =
  | ChosenTest
  | { kind: 'chosen'; field: string; of: Record<string, ChosenTest> }
  /** A call of which a field of the form is a part, which may be left empty. */
  | { kind: 'if_given'; field: string; call: TestCall; otherwise: ChosenTest };

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
  form: readonly FieldDefinition[];
  auth: Auth;
  /** Where its calls go, `{name}` as in `Auth`; the hosts that its secrets may be sent to. */
  base_url?: string;
  /** What every call of it carries, where the call does not say otherwise. */
  headers?: Record<string, string>;
  /** Additional allowed hosts that its secrets may be sent to. */
  hosts?: readonly string[];
  test: Test;
};
