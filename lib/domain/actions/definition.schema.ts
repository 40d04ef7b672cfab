import type { JobKind } from '../agents/jobs/job.schema.ts';
import type { AwsServiceName } from '../integrations/aws/services.schema.ts';

/** Kinds of actions by how they work. Each kind is implemented in `lib/engine/actions`. */
export const executableTypes = ['rest', 'aws', 'agent', 'python', 'sql'] as const;
export type ExecutableType = (typeof executableTypes)[number];

/** The kinds of which organisations can write their own actions. */
export const writableTypes = ['rest', 'aws', 'agent', 'python'] as const;

/** Types of parameters: in a body a value keeps its type, elsewhere it becomes text. */
export const parameterTypes = ['text', 'long_text', 'number', 'list'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** A parameter of an action. */
export type Parameter = {
  name: string;
  label: string;
  type: ParameterType;
  required: boolean;
  /** The allowed values, if they are limited. */
  options?: readonly string[];
  default?: string | number;
  description: string;
};

/** Success check: a response must have the value `is` at the JSON pointer `at`; null: no value. */
export type Expects = {
  at: string;
  is: unknown;
  /** JSON pointer to the reason for a failure. */
  why: string;
  /** The reason for a failure if the response gives none. */
  otherwise?: string;
};

/**
 * An HTTP call of an action. `{name}` in a text is replaced by the value of that parameter, encoded
 * for its place: for URLs in the path and query, while a body is serialised to JSON after values
 * are inserted, so that no value can change its structure. A member of the query or body that
 * consists only of a parameter without value is left out.
 */
export type RestCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the integration's address; an absolute URL for another of its hosts. */
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form instead of a JSON body. */
  form?: Readonly<Record<string, string>>;
  /** Success check, if the HTTP status is not sufficient. */
  expects?: Expects;
  /** JSON pointer to the result in the response; the whole response if absent. */
  result?: string;
};

/**
 * An AWS call with the role of an integration. Service and operation are fixed and independent of
 * values, so that the rights of a bot are known before it runs.
 */
export type AwsCall = {
  service: AwsServiceName;
  /** As in the AWS documentation: `StopInstances`. */
  operation: string;
  /** The region, or `{name}` of a parameter; blank means that of the integration. */
  region?: string;
  /**
   * The input of the call. `{name}` is replaced as in a REST body; `{ "$date": … }` becomes a date;
   * an object with `"$if": "{name}"` is left out if that parameter has no value.
   */
  parameters: Readonly<Record<string, unknown>>;
  /** Permissions that this call needs besides its own. */
  also?: readonly string[];
  /** The call is repeated until the response has this value at a JSON pointer. */
  until?: { at: string; is: string; every_seconds: number };
  /** Success check, for calls that report failures in a normal response. */
  expects?: Expects;
  /** JSON pointer to the result in the response; the whole response if absent. */
  result?: string;
};

/** A job of an agent; `{name}` is replaced as in `RestCall`. */
export type AgentWork = {
  kind: JobKind;
  args: Readonly<Record<string, unknown>>;
  /** Name of the agent that has to do it; by default any agent of the integration. */
  agent?: string;
};

/** An integration that an action's code calls as `clients.<name>.get(path)`. */
export type PythonClient = {
  name: string;
  integration_type: string;
  /** Only GET requests are allowed. */
  read_only: boolean;
};

/** Python code of an action, which reads the values as `inputs`; network access only by clients. */
export type PythonWork = { code: string; clients: readonly PythonClient[] };

/**
 * A database query. Each field is `{name}` of the parameter that contains it: the statement, its
 * values (`$1`, `$2` …), and the maximum number of rows.
 */
export type SqlQuery = { sql: string; values: string; rows: string };

/** The call definition of each kind of action. */
export type Calls = {
  rest: RestCall;
  aws: AwsCall;
  agent: AgentWork;
  python: PythonWork;
  sql: SqlQuery;
};

/** Fields that all actions have. */
export type ActionBase = {
  /** For ready-made actions: `<integration type>.<name>`. */
  _id: string;
  /** Its integration type. Python is only listed under it: its clients have their own types. */
  integration_type: string;
  name: string;
  description: string;
  /** It takes something away from people or systems, so it needs approval before it runs. */
  approval_required: boolean;
  parameters_definition: readonly Parameter[];
};

/** An action of one kind. */
export type ActionOf<Kind extends ExecutableType> = {
  [K in Kind]: ActionBase & { executable_type: K; call: Calls[K] };
}[Kind];

/** An action: a named piece of work with parameters, defined entirely as data. */
export type Action = ActionOf<ExecutableType>;
