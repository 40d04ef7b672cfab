import type { JobKind } from '../agents/jobs/job.schema.ts';
import type { AwsServiceName } from '../integrations/aws/services.schema.ts';

/** How an action does its work. Each kind has its rules in `lib/engine/actions`. */
export const executableTypes = ['rest', 'aws', 'agent', 'python', 'sql'] as const;
export type ExecutableType = (typeof executableTypes)[number];

/** Those that an organisation writes actions of. */
export const writtenTypes = ['rest', 'aws', 'agent', 'python'] as const;

/** What a value of a parameter is: in a body it keeps this type, elsewhere it is text. */
export const parameterTypes = ['text', 'long_text', 'number', 'list'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** One value that an action is run with. */
export type Parameter = {
  name: string;
  label: string;
  type: ParameterType;
  required: boolean;
  /** Those that it may be, where it is one of a few. */
  options?: readonly string[];
  default?: string | number;
  description: string;
};

/** What the JSON at a pointer of an answer is if the call was done; null where there is none. */
export type Expects = {
  at: string;
  is: unknown;
  /** Where the answer says why it was not. */
  why: string;
  /** Why it was not, where the answer says nothing of it. */
  otherwise?: string;
};

/**
 * What an action calls over HTTP. `{name}` in a text stands for the value of that parameter,
 * written as its place asks: a part of the path or the query is encoded for URLs, and a body is
 * written as JSON once the values are in it, so that no value becomes more than a value. A member
 * of the query or of a body that is nothing but a parameter without a value is left out.
 */
export type RestCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind the address of the integration; whole where it is at another of its hosts. */
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form, in place of a body. */
  form?: Readonly<Record<string, string>>;
  /** Where the status does not tell whether it was done. */
  expects?: Expects;
  /** JSON pointer to what of the answer is the result; all of it where there is none. */
  result?: string;
};

/**
 * A call of AWS with the role of an integration. Which call it is stands here, and no value changes
 * it, so that what a bot may do is known before it runs.
 */
export type AwsCall = {
  service: AwsServiceName;
  /** As the documents of AWS name it: `StopInstances`. */
  operation: string;
  /** The region, or `{name}` of the parameter that names it; blank for the integration's. */
  region?: string;
  /**
   * What the call is given. `{name}` stands for a value as in a body of REST, `{ "$date": … }`
   * for a point in time; an object with `"$if": "{name}"` is left out where that has no value.
   */
  parameters: Readonly<Record<string, unknown>>;
  /** Permissions that this call takes besides its own. */
  also?: readonly string[];
  /** It is made again until what is at a JSON pointer of the answer is this value. */
  until?: { at: string; is: string; every_seconds: number };
  /** Where AWS answers a refusal as it does a success. */
  expects?: Expects;
  /** JSON pointer to what of the answer is the result; all of it where there is none. */
  result?: string;
};

/** What an agent is asked to do; `{name}` as in `RestCall`. */
export type AgentWork = {
  kind: JobKind;
  args: Readonly<Record<string, unknown>>;
  /** The name of the agent that is to do it; any of the integration unless told. */
  agent?: string;
};

/** An integration whose calls the code of an action makes as `clients.<name>.get(path)`. */
export type PythonClient = {
  name: string;
  integration_type: string;
  /** It sends GET and nothing else. */
  read_only: boolean;
};

/** Python that an action runs; its values are the `inputs`. It has no network but its clients. */
export type PythonWork = { code: string; clients: readonly PythonClient[] };

/**
 * One statement that reads a database. Each is `{name}` of the parameter that holds it: the text of
 * the statement, what it reads as `$1`, `$2` …, and how many rows are read at most.
 */
export type SqlQuery = { sql: string; values: string; rows: string };

/** What an action of each kind does. */
export type Calls = {
  rest: RestCall;
  aws: AwsCall;
  agent: AgentWork;
  python: PythonWork;
  sql: SqlQuery;
};

/** What actions of every kind have. */
export type ActionBase = {
  /** Of those that come with the product: `<type of integrations>.<name>`. */
  _id: string;
  /** What it works with. Python is listed under it: its clients have types of their own. */
  integration_type: string;
  name: string;
  description: string;
  /** It takes something away from people or systems: somebody decides before it runs. */
  approval_required: boolean;
  parameters_definition: readonly Parameter[];
};

/** An action of one kind. */
export type ActionOf<Kind extends ExecutableType> = {
  [K in Kind]: ActionBase & { executable_type: K; call: Calls[K] };
}[Kind];

/** A piece of work with parameters, all of it data. */
export type Action = ActionOf<ExecutableType>;
