import type {
  Auth,
  ChosenAuth,
  ChosenTest,
  IntegrationType,
  TestCall,
} from './catalogue-entry.schema.ts';
import { activeFields, allFields, isSecret, valueOf, type Values } from './form.rules.ts';
import { hostOf, parseHosts, parseSafeUrl } from './host.rules.ts';

/** All functions here expect form values with defaults applied, as `withDefaults` returns them. */
type Typed<Key extends keyof IntegrationType> = Pick<IntegrationType, Key>;

const parseJsonObject = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
};

const placeholder = /\{([a-z0-9_]+)\}/g;

/** The names of the fields that a template refers to. */
export const placeholdersIn = (template: string): string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name);

/** A template with each `{name}` replaced by the field's value, or by nothing if it has none. */
export const fillTemplate = (
  template: string,
  values: Values,
  encode: (value: string, name: string) => string = (value) => value,
): string =>
  template.replace(placeholder, (_, name: string) =>
    encode(Object.hasOwn(values, name) ? (values[name] ?? '') : '', name),
  );

/** Whether calls accept certificates that no trusted authority has signed. */
export const ignoresSsl = (values: Values): boolean => values.ignore_ssl === 'true';

/** The headers that a user entered as a JSON object. */
export const customHeadersOf = ({ form }: Typed<'form'>, values: Values): Record<string, string> =>
  Object.fromEntries(
    activeFields(form, values)
      .filter(({ rule }) => rule === 'headers')
      .flatMap((field) => Object.entries(parseJsonObject(valueOf(field, values))))
      .map(([name, value]) => [name, String(value)]),
  );

/** The authentication method that the values select. */
export const authOf = ({ auth }: { auth: Auth }, values: Values): ChosenAuth => {
  if (auth.kind !== 'chosen') return auth;
  const name = values[auth.field] ?? '';
  const chosen = Object.hasOwn(auth.of, name) ? auth.of[name] : undefined;
  return chosen ? authOf({ auth: chosen }, values) : { kind: 'none' };
};

/** The test that the values select. */
export const testOf = ({ test }: Typed<'test'>, values: Values): ChosenTest => {
  if (test.kind === 'if_given') return values[test.field] ? test.call : test.otherwise;
  if (test.kind !== 'chosen') return test;
  const name = values[test.field] ?? '';
  const chosen = Object.hasOwn(test.of, name) ? test.of[name] : undefined;
  return chosen ?? { kind: 'none', why: 'The values of this integration do not select a test.' };
};

/** The base URL of an integration's calls; undefined if its values form no valid URL. */
export const baseUrlOf = (type: Typed<'auth' | 'base_url'>, values: Values): string | undefined => {
  const auth = authOf(type, values);
  const template = auth.kind === 'webhook' ? auth.url : type.base_url;
  const url = template === undefined ? undefined : fillTemplate(template, values);
  return url !== undefined && parseSafeUrl(url) ? url : undefined;
};

/** The URL of a path relative to the base URL. */
export const joinUrl = (base: string, path: string): string =>
  path === '' ? base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

/** The path of a test call. Each value is encoded as one segment, unless its field is a path. */
export const pathOf = (
  { form }: Typed<'form'>,
  { path }: Pick<TestCall, 'path'>,
  values: Values,
): string => {
  const paths = new Set(
    allFields(form).flatMap(({ name, rule }) => (rule === 'path' ? [name] : [])),
  );
  return fillTemplate(path, values, (value, name) =>
    paths.has(name) ? value : encodeURIComponent(value.toWellFormed()),
  );
};

const googleTokens = 'https://oauth2.googleapis.com/token';

/** The URL from which the access token is fetched; undefined if none is needed. */
export const tokenUrlOf = (auth: ChosenAuth, values: Values): string | undefined => {
  if (auth.kind === 'google_key') return googleTokens;
  return auth.kind === 'oauth2' ? fillTemplate(auth.token_url, values) : undefined;
};

/** The hosts that the secrets of an integration may be sent to, without duplicates. */
export const hostsOf = (
  type: Typed<'auth' | 'base_url' | 'hosts' | 'form'>,
  values: Values,
): string[] => {
  const auth = authOf(type, values);
  const addresses = [
    baseUrlOf(type, values),
    tokenUrlOf(auth, values),
    ...(type.hosts ?? []).map((host) => `https://${fillTemplate(host, values)}`),
  ].map((address) => (address === undefined ? undefined : parseSafeUrl(address)));
  const listedHosts = activeFields(type.form, values)
    .filter(({ rule }) => rule === 'hosts')
    .flatMap((field) => parseHosts(valueOf(field, values)));
  const servers =
    auth.kind === 'smtp' || auth.kind === 'postgres'
      ? parseHosts(fillTemplate(`${auth.host}:${auth.port}`, values))
      : [];
  const hosts = [...addresses.map((url) => url && hostOf(url)), ...listedHosts, ...servers];
  return [...new Set(hosts.filter((host) => host !== undefined))];
};

/** The names of the secret fields that apply with the chosen options. */
export const secretFieldsOf = ({ form }: Typed<'form'>, values: Values): string[] =>
  activeFields(form, values)
    .filter(isSecret)
    .map(({ name }) => name);

/** The texts that no response may contain: the secret values, and those inside JSON values. */
export const secretTextsOf = ({ form }: Typed<'form'>, values: Values): string[] => {
  const texts = activeFields(form, values)
    .filter(isSecret)
    .flatMap((field) => {
      const value = valueOf(field, values);
      if (field.rule === 'headers') return [value, ...Object.values(parseJsonObject(value))];
      return field.rule === 'google_key' ? [value, parseJsonObject(value).private_key] : [value];
    });
  const isText = (text: unknown): text is string => typeof text === 'string' && text !== '';
  return [...new Set(texts)].filter(isText);
};
