import { catalogue, integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { authOf, hostsOf, placeholdersIn } from '#lib/domain/integrations/call.rules.ts';
import {
  type Auth,
  categories,
  type ChosenAuth,
  type IntegrationType,
} from '#lib/domain/integrations/catalogue-entry.schema.ts';
import {
  activeFields,
  allFields,
  isSecret,
  withDefaults,
} from '#lib/domain/integrations/form.rules.ts';
import { fieldDefinition } from '#lib/domain/integrations/form.schema.ts';
import { problemsWithValues } from '#lib/domain/integrations/value.rules.ts';
import { sampleValues, variantsOf } from '#test/engine/integrations/samples.ts';

const withNames = (types: readonly IntegrationType[]): [string, IntegrationType][] =>
  types.map((type) => [type.name, type]);
const availableTypes = catalogue.filter(({ local }) => !local);
const requestableTypes = catalogue.filter(({ local }) => local);

/** Authentication that needs no secret from a form. */
const authWithoutSecret: ReadonlySet<string> = new Set([
  'none',
  'aws_role',
  'aws_account',
  'agent',
]);

const duplicatesIn = (list: readonly string[]): string[] =>
  list.filter((one, index) => list.indexOf(one) !== index);

/** The contrast of two colours by WCAG 2. */
const contrast = (one: string, other: string): number => {
  const light = (colour: string): number => {
    const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
    const [r = 0, g = 0, b = 0] = channels.map((channel) =>
      channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

/** Every template of an authentication, and those that are sent as secrets. */
const templatesOf = (auth: ChosenAuth): { all: string[]; secret: string[] } => {
  switch (auth.kind) {
    case 'headers': {
      const values = Object.values(auth.headers);
      return { all: [...Object.keys(auth.headers), ...values], secret: [] };
    }
    case 'basic':
      return { all: [auth.user, auth.password], secret: [] };
    case 'query':
      return { all: [auth.name, auth.value], secret: [auth.value] };
    case 'oauth2': {
      const { token_url, client_id, client_secret, parameters = {} } = auth;
      const all = [token_url, client_id, client_secret, ...Object.values(parameters)];
      return { all, secret: [client_secret] };
    }
    case 'google_key':
      return { all: [auth.key], secret: [auth.key] };
    case 'webhook':
      return { all: [auth.url], secret: [auth.url] };
    case 'signature':
      return { all: [auth.secret], secret: [auth.secret] };
    case 'smtp':
      return { all: [auth.host, auth.port, auth.user, auth.password], secret: [auth.password] };
    case 'aws_account':
      return { all: [auth.account, auth.region], secret: [] };
    case 'postgres': {
      const { host, port, database, user, password } = auth;
      return { all: [host, port, database, user, password], secret: [password] };
    }
    default:
      return { all: [], secret: [] };
  }
};

const eachAuth = (auth: Auth): Auth[] =>
  auth.kind === 'chosen' ? Object.values(auth.of).flatMap(eachAuth) : [auth];

describe('the catalogue', () => {
  it('has at least 49 working types and 6 that can be requested', () => {
    expect(availableTypes.length).toBeGreaterThanOrEqual(49);
    expect(requestableTypes).toHaveLength(6);
  });

  it('names each type once, with characters that fit in a URL', () => {
    const names = catalogue.map(({ name }) => name);
    expect(duplicatesIn(names)).toEqual([]);
    expect(duplicatesIn(catalogue.map(({ displayName }) => displayName))).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([]);
    expect(names.filter((name) => integrationTypeOf(name)?.name !== name)).toEqual([]);
    expect(['toString', '__proto__', 'nothing'].map(integrationTypeOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is sorted by display name', () => {
    const displayNames = catalogue.map(({ displayName }) => displayName.toLowerCase());
    expect(displayNames).toEqual([...displayNames].sort());
  });

  it.each(withNames(catalogue))(
    'gives %s a readable description, badge and labels',
    (_name, type) => {
      const { category, description, badge, form } = type;
      expect(categories).toContain(category);
      expect(description).toMatch(/^[A-Z].{20,150}\.$/);
      expect(badge.letters).toMatch(/^[A-Z0-9][A-Za-z0-9]$/);
      expect(badge.colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast(badge.colour, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      for (const field of allFields(form)) {
        const { label, description: helpText, tooltip } = field;
        expect(label).toMatch(/^[A-Z0-9][^.:]{1,40}$/);
        for (const text of [helpText, tooltip]) if (text) expect(text).toMatch(/^[A-Zh0-9].*\.$/s);
      }
    },
  );

  it.each(withNames(catalogue))('gives %s a form that the console can draw', (_name, { form }) => {
    expect(form.map((field) => fieldDefinition.parse(field))).toEqual(form);
    const fields = allFields(form);
    expect(duplicatesIn(fields.map(({ name }) => name))).toEqual([]);
    for (const { name, type, options, default: defaultValue } of fields) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(options !== undefined).toBe(type === 'select');
      const offered = options?.map(({ value }) => value) ?? [];
      expect(duplicatesIn(offered)).toEqual([]);
      if (options) expect(offered).toContain(defaultValue);
    }
  });

  it.each(withNames(availableTypes))(
    'uses only form fields in the templates of %s',
    (_name, type) => {
      const fieldNames = new Set(allFields(type.form).map(({ name }) => name));
      const auths = eachAuth(type.auth) as ChosenAuth[];
      const placeholders = [
        ...auths.flatMap((auth) => templatesOf(auth).all),
        type.base_url ?? '',
        ...(type.hosts ?? []),
      ].flatMap(placeholdersIn);
      expect(placeholders.filter((name) => !fieldNames.has(name))).toEqual([]);
    },
  );

  it.each(withNames(availableTypes))('seals every credential field of %s', (_name, type) => {
    for (const [, choices] of variantsOf(type)) {
      const values = sampleValues(type, choices);
      const auth = authOf(type, values);
      const fields = activeFields(type.form, values);
      const secrets = new Set(fields.filter(isSecret).map(({ name }) => name));
      const { secret } = templatesOf(auth);
      expect(secret.flatMap(placeholdersIn).filter((name) => !secrets.has(name))).toEqual([]);
      if (!authWithoutSecret.has(auth.kind)) expect(secrets.size).toBeGreaterThan(0);
    }
    const secretPattern = /token$|secret|password|_key$|webhook_url/;
    const plainFields = allFields(type.form).filter((field) => !isSecret(field));
    expect(plainFields.filter(({ name }) => secretPattern.test(name))).toEqual([]);
  });

  it.each(withNames(availableTypes))(
    'binds the secrets of %s to hosts, for each choice',
    (_name, type) => {
      for (const [, choices] of variantsOf(type)) {
        const values = sampleValues(type, choices);
        expect(problemsWithValues(type, values)).toEqual([]);
        const hosts = hostsOf(type, withDefaults(type.form, values));
        // A role is assumed with our own credentials, and agents call us, so no secret is sent.
        expect(hosts.length > 0).toBe(
          !['aws_role', 'aws_account', 'agent'].includes(type.auth.kind),
        );
        expect(hosts.filter((host) => /[{}\s/@]|^\.|\.\./.test(host))).toEqual([]);
      }
    },
  );

  it.each(withNames(requestableTypes))('offers %s by request only', (_name, type) => {
    expect(type).toMatchObject({ form: [], auth: { kind: 'none' }, test: { kind: 'none' } });
  });
});
