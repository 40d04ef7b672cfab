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

/**
 * What an action calls. `{name}` in a text stands for the value of that parameter, written as its
 * place asks: a part of the path or the query is encoded for URLs, and a body is written as JSON
 * once the values are in it, so that no value becomes more than a value. A member of the query or
 * of a body that is nothing but a parameter without a value is left out.
 */
export type RestCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind the address of the integration. */
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form, in place of a body. */
  form?: Readonly<Record<string, string>>;
  /** What the JSON of an answer holds if it was done, where the status does not tell. */
  expects?: { at: string; is: unknown; why: string };
  /** JSON pointer to what of the answer is the result; all of it where there is none. */
  result?: string;
};

/** A piece of work that comes with the product, all of it data. */
export type ReadyMade = {
  /** `<type of integrations>.<name>`. */
  _id: string;
  integration_type: string;
  name: string;
  description: string;
  /** It takes something away from people or systems: somebody decides before it runs. */
  approval_required: boolean;
  parameters_definition: readonly Parameter[];
  call: RestCall;
};

type Written = {
  name: string;
  description: string;
  asks?: true;
  parameters: readonly Parameter[];
  call: RestCall;
};

/** The actions of one type of integrations by what their ids end with. */
export const readyMade = (type: string, actions: Record<string, Written>): ReadyMade[] =>
  Object.entries(actions).map(([id, { asks, parameters, ...action }]) => ({
    ...action,
    _id: `${type}.${id}`,
    integration_type: type,
    approval_required: asks ?? false,
    parameters_definition: parameters,
  }));

const parameter =
  (type: ParameterType) =>
  (name: string, label: string, description: string): Parameter => ({
    name,
    label,
    type,
    required: true,
    description,
  });

export const text = parameter('text');
export const longText = parameter('long_text');
export const number = parameter('number');
export const list = parameter('list');

export const optional = (one: Parameter): Parameter => ({ ...one, required: false });

/** One that has a value where none is given. */
export const usually = (value: string | number, one: Parameter): Parameter => ({
  ...optional(one),
  default: value,
});

export const oneOf = (options: readonly string[], one: Parameter): Parameter => ({
  ...one,
  options,
});
