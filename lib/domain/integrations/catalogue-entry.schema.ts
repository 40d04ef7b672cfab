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
 * How requests are authenticated. `{name}` in a text is replaced by the value of that form field;
 * nothing else is replaced.
 */
export type Auth =
  | { kind: 'none' }
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'query'; name: string; value: string }
  | {
      /** OAuth 2 client credentials: fetches a token, and sends it as a bearer token. */
      kind: 'oauth2';
      token_url: string;
      client_id: string;
      client_secret: string;
      /** Further parameters of the token request (`scope`, `audience`), omitted if empty. */
      parameters?: Record<string, string>;
    }
  | {
      /** A Google service account key: its signed assertion is exchanged for an access token. */
      kind: 'google_key';
      key: string;
      scope: string;
    }
  /** The URL itself is the secret; messages are posted to it in this format. */
  | { kind: 'webhook'; url: string; format: MessageFormat }
  /** Signs requests to `base_url` with HMAC-SHA256. */
  | { kind: 'signature'; secret: string }
  /** A role in the customer's own account that requires an external id. */
  | { kind: 'aws_role'; account: string; role_arn: string; external_id: string }
  /** One service of an AWS account that is already connected; its role makes the calls. */
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
  /** Agents near the other system, which ask for work; it is never called directly. */
  | { kind: 'agent' }
  /** Depends on the option that is chosen in a select of the form. */
  | { kind: 'chosen'; field: string; of: Record<string, Auth> };
/** A usable method: where the form has a select for it, the chosen one. */
export type ChosenAuth = Exclude<Auth, { kind: 'chosen' }>;

/** The format of chat messages. */
export type MessageFormat = 'slack' | 'ms_teams' | 'google_chat' | 'discord';

/** Where a response lists models (a JSON pointer), and the property with each model's name. */
export type ListedModels = { at: string; id: string };

/** A call that shows that an integration works, and what its response must contain. */
export type TestCall = {
  kind: 'call';
  method: 'GET' | 'POST';
  /** Relative to `base_url`; `{name}` as in `Auth`. */
  path: string;
  body?: unknown;
  /** Expected content of a 200 response, JSON by default; any other content means a wrong URL. */
  answers?: 'json' | 'xml' | 'any';
  /** The value that the JSON response must have at a JSON pointer, if the status is not enough. */
  expects?: { at: string; is: unknown };
  /** A JSON pointer that must exist in the response, and the sentence shown if it does not. */
  needs?: { at: string; otherwise: string };
  /** JSON pointer to the text that the page shows after "Connected as". */
  shows?: string;
  /** The list of models, which must include those that the form names. */
  models?: ListedModels;
};

/** How to find out whether an integration works. */
export type ChosenTest =
  | TestCall
  /** Only checks that a token is issued; more would need further rights. */
  | { kind: 'token' }
  /** Nothing can be read there: a message is sent, if a user asks for it. */
  | { kind: 'message' }
  /** Assumes the role, which must reject attempts without its external id. */
  | { kind: 'role' }
  /** Calls the service that the type represents, in a session that may do nothing else. */
  | { kind: 'aws_call'; operation: string; models?: ListedModels }
  /** Signs in to a server that does not use HTTP. `says` describes the protocol to people. */
  | { kind: 'sign_in'; says: string }
  /** Checks that one of its agents is online. */
  | { kind: 'agent' }
  /** Lists the tools of a server of the Model Context Protocol. */
  | { kind: 'mcp_tools' }
  /** Cannot be tested; the page shows why. */
  | { kind: 'none'; why: string };
export type Test =
  | ChosenTest
  | { kind: 'chosen'; field: string; of: Record<string, ChosenTest> }
  /** A call that depends on an optional field of the form, and what to do if that is empty. */
  | { kind: 'if_given'; field: string; call: TestCall; otherwise: ChosenTest };

/**
 * A type of account that can be connected: its entry in the catalogue, its form, and how to call
 * it. All of it is data, so a new type is one file.
 */
export type IntegrationType = {
  /** The name in URLs and stored integrations: `[a-z0-9_]+`. */
  name: string;
  displayName: string;
  category: Category;
  description: string;
  /** It works, but may still change. */
  preview?: true;
  /** It can only be requested: there is no form yet. */
  local?: true;
  /** The two letters and the colour of its badge. */
  badge: { letters: string; colour: string };
  form: readonly FieldDefinition[];
  auth: Auth;
  /** The base URL of its calls, `{name}` as in `Auth`; its secrets may be sent to this host. */
  base_url?: string;
  /** The default headers of every call; a call may override them. */
  headers?: Record<string, string>;
  /** Further hosts that its secrets may be sent to. */
  hosts?: readonly string[];
  test: Test;
};
