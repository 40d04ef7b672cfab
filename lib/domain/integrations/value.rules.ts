import { emailAddress } from '#lib/kernel/email.ts';
import { headerToken, isReservedHeader } from '#lib/kernel/header.ts';
import type { ChosenAuth, IntegrationType } from './catalogue-entry.schema.ts';
import { authOf, placeholdersIn } from './call.rules.ts';
import { activeFields, allFields, isSecret, type Values, withDefaults } from './form.rules.ts';
import type { FieldDefinition, FieldRule } from './form.schema.ts';
import { parseHosts, parseSafeUrl } from './host.rules.ts';
import { isBedrockModel } from './aws/model-policy.rules.ts';
import {
  defaultModel,
  isModelName,
  offeredModels,
  offersModel,
  parseModels,
} from './models.rules.ts';

/** A field, and what is wrong with it. */
export type FieldProblem = { field: string; error: string };

const maxValueLength = 10_000;
const maxHosts = 20;
const maxHeaders = 20;

const jsonObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

const isHeaderValue = (value: unknown): boolean =>
  typeof value === 'string' && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value);

const areHeaders = (text: string): boolean => {
  const entries = Object.entries(jsonObject(text) ?? { '': '' });
  return (
    entries.length <= maxHeaders &&
    entries.every(([name, value]) => headerToken.safeParse(name).success && isHeaderValue(value))
  );
};

const isGoogleKey = (text: string): boolean => {
  const { type, client_email, private_key } = jsonObject(text) ?? {};
  return (
    type === 'service_account' &&
    typeof client_email === 'string' &&
    typeof private_key === 'string' &&
    private_key.startsWith('-----BEGIN PRIVATE KEY-----')
  );
};

/** Sequences that servers may interpret as a different path. */
const ambiguousPath = /\\|%2f|%5c|\/(\.|%2e){1,2}(\/|$)/i;

const isBaseUrl = (text: string): boolean => {
  const url = parseSafeUrl(text);
  return url !== undefined && !/[?#]/.test(text) && !ambiguousPath.test(text);
};

const areHosts = (text: string): boolean => {
  const hosts = parseHosts(text);
  return hosts.length <= maxHosts && hosts.every((host) => host !== undefined);
};

const certificates =
  /^(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;

const hostName =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

const ruleChecks: Record<FieldRule, (value: string) => boolean> = {
  https_url: (value) => parseSafeUrl(value) !== undefined,
  base_url: isBaseUrl,
  host_label: (value) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(value),
  host_name: (value) => hostName.test(value),
  hosts: areHosts,
  path: (value) => /^\/([\x21-\x2e\x30-\x7e][\x21-\x7e]*)?$/.test(value),
  port: (value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535,
  email: (value) => emailAddress.safeParse(value).success,
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  header_name: (value) => headerToken.safeParse(value).success,
  parameter_name: (value) => /^[A-Za-z0-9_.~-]{1,100}$/.test(value),
  headers: areHeaders,
  google_key: isGoogleKey,
  certificates: (value) => certificates.test(value),
  aws_account: (value) => /^\d{12}$/.test(value.replaceAll(/[\s-]/g, '')),
  models: (value) => parseModels(value) !== undefined,
  model: isModelName,
};

const ruleSentences: Record<FieldRule, (label: string) => string> = {
  https_url: (label) => `Enter ${label} as https://host/path, without a user name or password.`,
  base_url: (label) => `Enter ${label} as https://host, without a query or password.`,
  host_label: (label) =>
    `${label} can contain only letters, digits and hyphens: no dots or slashes.`,
  host_name: (label) => `Enter ${label} as a host name such as example.com, without https://.`,
  hosts: (label) => `Enter ${label} as api.example.com or api.example.com:8443, one per line.`,
  path: (label) => `Enter ${label} as a path that begins with one slash, such as /users/me.`,
  port: (label) => `Enter ${label} as a number from 1 to 65535.`,
  email: (label) => `Enter ${label} as an e-mail address.`,
  uuid: (label) =>
    `${label} must look like 0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f. Copy it completely.`,
  header_name: (label) => `${label} can contain only letters, digits and hyphens.`,
  parameter_name: (label) => `${label} can contain only letters, digits, hyphens and underscores.`,
  headers: (label) => `Enter ${label} as {"name": "value"}, with text values.`,
  certificates: (label) =>
    `Paste the complete ${label}, starting with -----BEGIN CERTIFICATE-----, and nothing else.`,
  google_key: (label) => `Paste the whole JSON file of a service account as ${label}.`,
  aws_account: (label) => `${label} must have 12 digits.`,
  models: (label) =>
    `Enter ${label} one per line, each once: a name, or a name and prices, as in gpt-5 1.25 10.`,
  model: (label) => `Enter ${label} as its provider names it, such as gpt-5-mini.`,
};

const isIntegrationId = (text: string): boolean => /^int_[0-9a-f]{32,44}$/.test(text);

/** The header in a value that users must not set, because we set it ourselves. */
const reservedHeaderIn = (rule: FieldRule | undefined, value: string): string | undefined => {
  if (rule === 'header_name') return isReservedHeader(value) ? value : undefined;
  return rule === 'headers'
    ? Object.keys(jsonObject(value) ?? {}).find(isReservedHeader)
    : undefined;
};

/** The fields whose values are sent unchanged in a header. */
const headerFieldsOf = (auth: ChosenAuth): ReadonlySet<string> =>
  new Set(auth.kind === 'headers' ? Object.values(auth.headers).flatMap(placeholdersIn) : []);

const colonlessFieldsOf = (auth: ChosenAuth): ReadonlySet<string> =>
  new Set(auth.kind === 'basic' ? placeholdersIn(auth.user) : []);

const problemWith = (field: FieldDefinition, value: string, auth: ChosenAuth) => {
  const { name, label, type, rule, options } = field;
  if (value.length > maxValueLength) return `${label} is longer than ${maxValueLength} characters.`;
  if (options && !options.some((option) => option.value === value)) {
    return `Choose ${label} from the list.`;
  }
  if (type === 'integration' && !isIntegrationId(value)) return `Choose ${label} from the list.`;
  if (type === 'checkbox' && value !== 'true' && value !== 'false') {
    return `${label} must be either on or off.`;
  }
  if (rule && !ruleChecks[rule](value)) return ruleSentences[rule](label);
  const reservedHeader = reservedHeaderIn(rule, value);
  if (reservedHeader !== undefined) {
    return `Cloudwarden sets the header ${reservedHeader} itself. Remove it from ${label}.`;
  }
  if (colonlessFieldsOf(auth).has(name) && value.includes(':'))
    return `${label} must not contain a colon.`;
  if (headerFieldsOf(auth).has(name) && !isHeaderValue(value)) {
    return `${label} has a space at an end, or a character that headers do not allow.`;
  }
  return !rule && (type === 'text' || type === 'password') && /\p{Cc}/u.test(value)
    ? `${label} contains a line break or another control character. Enter it as one line.`
    : undefined;
};

/** Such an integration would pass its test, but could not be used by any node or builder. */
const noModelText = 'Enter a default model, or list at least one model.';

/** Reports that there is no model, or that the default is missing from the list of models. */
const defaultProblem = (form: readonly FieldDefinition[], values: Values): FieldProblem[] => {
  const { models = '', default_model = '' } = values;
  const asksForModels = form.some(({ name }) => name === 'default_model');
  if (!asksForModels || (models !== '' && !parseModels(models))) return [];
  const problem = (error: string) => [{ field: 'default_model', error }];
  if (defaultModel(values) === undefined) return problem(noModelText);
  const isOffered = default_model === '' || offersModel(values, default_model);
  return isOffered ? [] : problem('The default model is not in the list of models. Add it there.');
};

/** Models of an AWS account are named by the ids of models and profiles, never by ARNs. */
const awsModelProblem = ({ kind }: ChosenAuth, values: Values): FieldProblem[] => {
  if (kind !== 'aws_account') return [];
  const { models = '', default_model = '' } = values;
  const error =
    'Enter IDs of models or inference profiles, such as eu.amazon.nova-lite-v1:0, not ARNs.';
  // Names that are not valid at all are reported by the rule of the field.
  const isWrong = (name: string) => isModelName(name) && !isBedrockModel(name);
  return [
    ...(offeredModels({ models }).some(({ name }) => isWrong(name))
      ? [{ field: 'models', error }]
      : []),
    ...(isWrong(default_model) ? [{ field: 'default_model', error }] : []),
  ].slice(0, 1);
};

/**
 * The problems with the values of a form, at most one per field. A secret in `storedSecrets` is
 * already stored, and stays if it is left blank.
 */
export const problemsWithValues = (
  { form, auth }: Pick<IntegrationType, 'form' | 'auth'>,
  input: Values,
  storedSecrets: ReadonlySet<string> = new Set(),
): FieldProblem[] => {
  const fieldNames = new Set(allFields(form).map(({ name }) => name));
  const foreign = Object.keys(input).filter((name) => !fieldNames.has(name));
  const values = withDefaults(form, input);
  const chosen = authOf({ auth }, values);
  const problems = activeFields(form, input).flatMap((field) => {
    const { name: at, label, required } = field;
    const value = values[at] ?? '';
    const hasValue = value.trim() !== '';
    if (!hasValue && required && !(isSecret(field) && storedSecrets.has(at))) {
      return [{ field: at, error: `Please enter ${label}` }];
    }
    const error = hasValue ? problemWith(field, value, chosen) : undefined;
    return error === undefined ? [] : [{ field: at, error }];
  });
  const unknown = foreign.map((field) => ({ field, error: 'This form has no such field.' }));
  const ofModels = awsModelProblem(chosen, values);
  const ofDefault = ofModels.length > 0 ? ofModels : defaultProblem(form, values);
  return [...unknown, ...problems, ...ofDefault];
};
