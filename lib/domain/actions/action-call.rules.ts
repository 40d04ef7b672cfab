import { hasExactNumbers, parseNumericText } from '#lib/kernel/exact-number.ts';
import { limits } from '#lib/kernel/limits.ts';
import { isScalar } from '#lib/kernel/value-kinds.ts';
import { fillTemplate, placeholdersIn } from '../integrations/call.rules.ts';
import type { ActionOf, Parameter, RestCall } from './definition.schema.ts';

type Value = string | number | string[];

/** Parameter values that an action is run with, by parameter name. */
export type GivenValues = Readonly<Record<string, unknown>>;

/** A request to send: a path relative to the integration's address, and a body as text. */
export type ActionCall = {
  method: RestCall['method'];
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Whether a parameter has no value. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const ownValue = (input: GivenValues, name: string): unknown =>
  Object.hasOwn(input, name) ? input[name] : undefined;

type ParsedValue = { value: Value } | { problem: string };

const tooLarge = (label: string): ParsedValue => ({
  problem: `${label} is too large a number to be kept exactly.`,
});

const parseNumber = (value: unknown, label: string): ParsedValue => {
  const found = isScalar(value) ? parseNumericText(String(value).trim()) : undefined;
  if (found === undefined) return { problem: `${label} is not a number.` };
  return hasExactNumbers(found) ? { value: found } : tooLarge(label);
};

const parseList = (value: unknown, label: string): ParsedValue => {
  const items: unknown[] = Array.isArray(value) ? value : String(value).split(/[,\n]/);
  if (!items.every(isScalar)) return { problem: `${label} is not a list of texts.` };
  return { value: items.map((one) => String(one).trim()).filter((one) => one !== '') };
};

const parseValue = ({ type, label, options }: Parameter, value: unknown): ParsedValue => {
  // The number was already changed when its JSON was parsed.
  if (!hasExactNumbers(value)) return tooLarge(label);
  if (type === 'list') return parseList(value, label);
  if (!isScalar(value)) return { problem: `${label} is not text.` };
  const found = type === 'number' ? parseNumber(value, label) : { value: String(value) };
  const isOther = 'value' in found && options && !options.includes(String(found.value));
  return isOther ? { problem: `${label} must be one of ${options.join(', ')}.` } : found;
};

/** The problem with the value of a parameter, as a sentence; undefined if it is valid. */
export const problemWith = (parameter: Parameter, value: unknown): string | undefined => {
  const { label, required, default: defaultValue } = parameter;
  if (isBlank(value)) {
    return required && defaultValue === undefined ? `${label} is missing.` : undefined;
  }
  const found = parseValue(parameter, value);
  return 'problem' in found ? found.problem : undefined;
};

export type Values = Partial<Record<string, Value>>;

/** The values of an action including defaults, or a sentence on what is wrong. */
export const valuesOf = (parameters: readonly Parameter[], input: GivenValues): Values | string => {
  const values: Values = Object.create(null);
  for (const parameter of parameters) {
    const { name, label, required, default: defaultValue } = parameter;
    const inputValue = ownValue(input, name);
    const value = isBlank(inputValue) ? defaultValue : inputValue;
    if (value === undefined && required) return `${label} is missing.`;
    if (value === undefined) continue;
    const found = parseValue(parameter, value);
    if ('problem' in found) return found.problem;
    values[name] = found.value;
  }
  return values;
};

const placeholderOnly = /^\{([a-z0-9_]+)\}$/;

/** The name of the parameter if the text consists of `{name}` only. */
const soleParameterName = (text: string): string | undefined => placeholderOnly.exec(text)?.[1];

/** The values as texts, for templates. */
const asTexts = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const sizeOf = (value: Value): number =>
  Array.isArray(value)
    ? value.reduce((size, one) => size + one.length + '"",'.length, 0)
    : String(value).length;

/** Thrown when a request would exceed the size limit. */
class RequestTooLarge extends RangeError {
  constructor() {
    const maxMiB = limits.actionSent / 2 ** 20;
    super(`With these values, the request is larger than ${maxMiB} MiB. Give shorter ones.`);
  }
}

/** Functions that insert values into templates. */
export type ValueInserter = {
  /** Replaces `{name}` in a text by the values, each encoded by `encode`. */
  text: (template: string, encode?: (value: string) => string) => string;
  /** Inserts the values into a body, which is serialised to text only afterwards. */
  json: (json: unknown) => unknown;
};

/**
 * Inserters for one request. The size is counted before texts are built, because a short template
 * may repeat a long value thousands of times. They throw a RangeError if it becomes too large.
 */
export const createInserter = (values: Values): ValueInserter => {
  const texts = asTexts(values);
  let remaining: number = limits.actionSent;
  const count = (size: number) => {
    remaining -= size;
    if (remaining < 0) throw new RequestTooLarge();
  };
  const text: ValueInserter['text'] = (template, encode = (value) => value) =>
    fillTemplate(template, texts, (value) => {
      const encoded = encode(value);
      count(encoded.length);
      return encoded;
    });
  const wholeValue = (name: string): Value | undefined => {
    const value = values[name];
    if (value !== undefined) count(sizeOf(value));
    return value;
  };
  const json: ValueInserter['json'] = (one) => {
    if (typeof one === 'string') {
      const name = soleParameterName(one);
      return name === undefined ? text(one) : wholeValue(name);
    }
    if (Array.isArray(one)) return one.map(json);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, value]) => [text(key), json(value)]));
  };
  return { text, json };
};

/** The result of `make` with these values, or a sentence if it becomes too large. */
export const withValues = <T>(values: Values, make: (inserter: ValueInserter) => T): T | string => {
  try {
    return make(createInserter(values));
  } catch (error) {
    if (error instanceof RequestTooLarge) return error.message;
    throw error;
  }
};

type FillContext = { values: Values; inserter: ValueInserter };

/** Texts encoded as a query or form, without entries whose parameters have no value. */
const encodePairs = (
  texts: Readonly<Record<string, string>>,
  { values, inserter }: FillContext,
): string => {
  const usableEntries = Object.entries(texts).filter(([, text]) =>
    placeholdersIn(text).every((name) => values[name] !== undefined),
  );
  const pairs = usableEntries.map(([name, text]) => [name, inserter.text(text)] as const);
  return new URLSearchParams(Object.fromEntries(pairs)).toString();
};

const bodyOf = (
  { body, form }: RestCall,
  context: FillContext,
): Pick<ActionCall, 'body' | 'headers'> => {
  if (form) {
    const type = 'application/x-www-form-urlencoded';
    return { body: encodePairs(form, context), headers: { 'content-type': type } };
  }
  if (body === undefined) return { headers: {} };
  const json = JSON.stringify(context.inserter.json(body));
  return { body: json, headers: { 'content-type': 'application/json' } };
};

const buildCall = (call: RestCall, context: FillContext): ActionCall | string => {
  const { inserter } = context;
  const path = inserter.text(call.path, (value) => encodeURIComponent(value.toWellFormed()));
  // URL normalisation would remove these parts, and with ".." the part before.
  if (path.split('/').some((part) => part === '.' || part === '..')) {
    return 'A value in the path must not be "." or "..".';
  }
  const headers = Object.entries(call.headers ?? {}).map(
    ([name, text]) => [name, inserter.text(text).trim()] as const,
  );
  const invalidHeader = headers.find(([, value]) => !/^[\x20-\x7e]*$/.test(value));
  if (invalidHeader)
    return `The header ${invalidHeader[0]} must contain only printable ASCII characters.`;
  const query = call.query ? encodePairs(call.query, context) : '';
  const { headers: bodyHeaders, ...rest } = bodyOf(call, context);
  return {
    method: call.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: { ...bodyHeaders, ...Object.fromEntries(headers) },
    ...rest,
  };
};

/** The request that an action makes with these values, or a sentence on why it cannot. */
export const restCallOf = (
  { call, parameters_definition }: Pick<ActionOf<'rest'>, 'call' | 'parameters_definition'>,
  input: GivenValues,
): ActionCall | string => {
  const values = valuesOf(parameters_definition, input);
  if (typeof values === 'string') return values;
  return withValues(values, (inserter) => buildCall(call, { values, inserter }));
};
