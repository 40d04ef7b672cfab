import * as fc from 'fast-check';
import {
  baseUrlOf,
  customHeadersOf,
  fillTemplate,
  hostsOf,
  joinUrl,
  pathOf,
  secretFieldsOf,
  secretTextsOf,
} from '#lib/domain/integrations/call.rules.ts';
import { catalogue, integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import type { IntegrationType } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { activeFields, allFields, withDefaults } from '#lib/domain/integrations/form.rules.ts';
import type { FieldRule } from '#lib/domain/integrations/form.schema.ts';
import {
  hostOf,
  isAllowedHost,
  parseHost,
  parseSafeUrl,
} from '#lib/domain/integrations/host.rules.ts';
import { hasAccountId } from '#lib/domain/integrations/integration.rules.ts';
import { problemsWithValues } from '#lib/domain/integrations/value.rules.ts';
import { googleKey, sampleValues } from '#test/engine/integrations/samples.ts';

const typeNamed = (name: string): IntegrationType => {
  const found = integrationTypeOf(name);
  if (!found) throw new Error(`no type ${name}`);
  return found;
};

describe('a template', () => {
  it('is filled with the values of fields only', () => {
    expect(fillTemplate('https://{site}.x/{a}{a}/{none}', { site: 'acme', a: '1' })).toBe(
      'https://acme.x/11/',
    );
    expect(fillTemplate('{a}', { a: '{b} $& $1', b: 'no' })).toBe('{b} $& $1');
    expect(fillTemplate('<{constructor}>', {})).toBe('<>');
  });

  it('is filled once, also where values contain placeholders', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(fillTemplate('<{a}|{b}>', { a, b })).toBe(`<${a}|${b}>`);
      }),
    );
  });
});

describe('problems with the values of a form', () => {
  const problemsIn = (name: string, values: Record<string, string>, storedSecrets: string[] = []) =>
    problemsWithValues(typeNamed(name), values, new Set(storedSecrets));

  it('name each missing field by its label', () => {
    expect(problemsIn('zendesk', { email: ' ' })).toEqual([
      { field: 'subdomain', error: 'Please enter Subdomain' },
      { field: 'email', error: 'Please enter E-mail address' },
      { field: 'api_token', error: 'Please enter API token' },
    ]);
  });

  it('cover only the fields of the chosen option', () => {
    const url = { api_url: 'https://api.example.com' };
    const missingFields = (auth_type: string) =>
      problemsIn('rest_api', { ...url, auth_type }).map(({ field }) => field);
    expect(missingFields('none')).toEqual([]);
    expect(missingFields('')).toEqual(['token']);
    expect(missingFields('basic')).toEqual(['username', 'password']);
    expect(missingFields('header')).toEqual(['header_name', 'header_value']);
    expect(missingFields('query')).toEqual(['param_name', 'param_value']);
    expect(problemsIn('rest_api', { ...url, auth_type: 'magic' })).toEqual([
      { field: 'auth_type', error: 'Choose Authentication from the list.' },
    ]);
  });

  it('allow a blank secret that is kept, but no other blank field', () => {
    expect(problemsIn('zendesk', {}, ['api_token', 'email']).map(({ field }) => field)).toEqual([
      'subdomain',
      'email',
    ]);
  });

  it('include unknown fields, but not fields of another option', () => {
    const values = { api_url: 'https://a.example', auth_type: 'none', token: 'left over' };
    expect(problemsIn('rest_api', values)).toEqual([]);
    expect(problemsIn('rest_api', { ...values, admin: 'true' })).toEqual([
      { field: 'admin', error: 'This form has no such field.' },
    ]);
    expect(withDefaults(typeNamed('rest_api').form, values)).toEqual({
      api_url: 'https://a.example',
      auth_type: 'none',
      ignore_ssl: 'false',
    });
  });

  it('ignore blanks around texts, but keep those of passwords', () => {
    const values = withDefaults(typeNamed('qualys').form, {
      api_url: ' https://q.example ',
      username: ' ada ',
      password: ' p ',
    });
    expect(values).toEqual({ api_url: 'https://q.example', username: 'ada', password: ' p ' });
  });

  it.each([
    'https://a.example\\',
    'https://a.example\\@b.example',
    'https://a.example/x%2fy',
    'https://a.example/x%5Cy',
    'https://a.example/x/../y',
    'https://a.example/x/%2E%2e',
    'https://a.example/./x',
  ])('include an address that servers may read in two ways: %s', (api_url) => {
    expect(problemsIn('rest_api', { api_url, auth_type: 'none' })).toEqual([
      { field: 'api_url', error: expect.stringMatching(/^Enter API address as https:\/\/host, /) },
    ]);
  });

  it('do not include harmless dots and escapes in an address', () => {
    for (const api_url of ['https://a.example/v1..2/.well-known', 'https://a.example/a%20b']) {
      expect(problemsIn('rest_api', { api_url, auth_type: 'none' })).toEqual([]);
    }
  });

  it('include control characters in single-line fields', () => {
    const values = { api_url: 'https://a.example', auth_type: 'basic', username: 'ada' };
    for (const password of ['a\nb', 'a\0b', 'a\u0085b']) {
      const [problem] = problemsIn('rest_api', { ...values, password });
      expect(problem?.error).toMatch(/^Password contains a line break or another control/);
    }
  });

  it('include tokens that no HTTP header can carry', () => {
    const values = { api_url: 'https://a.example', auth_type: 'bearer' };
    for (const token of ['a\nb', 'tök', ' a', 'a ', 'a\0']) {
      expect(problemsIn('rest_api', { ...values, token })[0]?.error).toMatch(/^Token has a space/);
    }
    const basic = { ...values, auth_type: 'basic', username: 'a:b', password: 'ü ' };
    expect(problemsIn('rest_api', basic)).toEqual([
      { field: 'username', error: 'User name must not contain a colon.' },
    ]);
  });

  it('include values that are too long', () => {
    expect(problemsIn('github', { token: 'x'.repeat(10_001) })[0]?.error).toMatch(
      /longer than 10000/,
    );
  });
});

describe('the rules of fields', () => {
  const form = (rule: FieldRule): IntegrationType => ({
    ...typeNamed('github'),
    auth: { kind: 'none' },
    form: [{ name: 'x', label: 'X', type: 'text', required: true, rule }],
  });
  const holds = (rule: FieldRule, x: string) => problemsWithValues(form(rule), { x }).length === 0;

  it.each<[FieldRule, string[], string[]]>([
    [
      'https_url',
      ['https://a.example/b?c=d', 'http://10.0.0.1:8080/x'],
      ['http://a.example/', 'a.example', 'ftp://a.example', 'https://u:p@a.example', 'https://'],
    ],
    [
      'base_url',
      ['https://a.example', 'https://a.example:8443/v1/', 'http://localhost:4000'],
      ['https://a.example?x=1', 'https://a.example/#x', 'https://a.example?', 'http://a.example'],
    ],
    [
      'host_label',
      ['acme', 'a', 'your-company-1', 'A1'],
      ['evil.com/', 'a.b', 'a/b', 'a@b', 'a:1', '-a', 'a-', 'a?b', 'a#b', 'a\\b', 'ä', 'a%2e'],
    ],
    [
      'host_name',
      ['acme.okta.com', 'a-b.c.example'],
      ['acme', 'acme.com/', 'acme.com:443', 'u@acme.com', '.com', 'a..com', '1.2.3.4', 'a.b?c=d'],
    ],
    ['hosts', ['a.example\nb.example:8443', '[::1]:443'], ['a.example/x', 'a b/c', '@']],
    ['path', ['/', '/users/me?full=1', '/a//b'], ['users', '//evil.example/x', '/a b', '/\u0000']],
    ['port', ['1', '587', '65535'], ['0', '65536', '-1', '1e3', '25 ', '']],
    ['email', ['ada@example.com'], ['ada', 'ada@', 'a:b@example.com']],
    ['uuid', ['0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f'], ['0a1b', 'common', 'acme.example.com']],
    ['header_name', ['X-Api-Key'], ['X Api', 'X:Y', 'X\nY']],
    ['parameter_name', ['api_key'], ['a=b', 'a&b', '']],
    [
      'headers',
      ['{}', '{"X-A": "b"}'],
      ['[]', 'null', '"a"', '{"X-A": 1}', '{"a b": "c"}', '{"X": "a\\nb"}', '{"X": ""}', '{'],
    ],
    ['google_key', [googleKey], ['{}', '{"type":"service_account"}', 'key', '{"type":"user"}']],
  ])('accept valid and refuse invalid values for %s', (rule, good, bad) => {
    expect(good.filter((value) => !holds(rule, value))).toEqual([]);
    // Surrounding blanks are removed before the rule applies.
    expect(bad.filter((value) => value === value.trim() && holds(rule, value))).toEqual([]);
  });

  it.each([
    ['header_name', 'host'],
    ['header_name', 'Content-Length'],
    ['headers', '{"X-A": "b", "Transfer-Encoding": "chunked"}'],
    ['headers', '{"Connection": "close"}'],
  ] as const)('refuse as %s a header that Cloudwarden sets: %s', (rule, value) => {
    const [problem] = problemsWithValues(form(rule), { x: value });
    expect(problem).toEqual({
      field: 'x',
      error: expect.stringMatching(
        /^Cloudwarden sets the header [A-Za-z-]+ itself\. Remove it from X/,
      ),
    });
  });

  it('explain in a sentence what to enter', () => {
    const fields = allFields(catalogue.flatMap(({ form }) => form));
    const rules = fields.flatMap(({ rule }) => rule ?? []);
    for (const rule of new Set(rules)) {
      const [problem] = problemsWithValues(form(rule), { x: '\u0001' });
      expect(problem?.error).toMatch(/X.*\.$/);
    }
  });
});

describe('the hosts of an integration', () => {
  const hosts = (name: string, overrides: Record<string, string> = {}, options = {}) => {
    const values = { ...sampleValues(typeNamed(name), options), ...overrides };
    return hostsOf(typeNamed(name), withDefaults(typeNamed(name).form, values));
  };

  it('are those of its address, its token endpoints and its further hosts', () => {
    expect(hosts('zendesk')).toEqual(['acme.zendesk.com']);
    expect(hosts('azure')).toEqual(['management.azure.com', 'login.microsoftonline.com']);
    expect(hosts('wiz')).toEqual(['api.acme.app.wiz.io', 'auth.app.wiz.io']);
    expect(hosts('rest_api', { further_hosts: ' B.example , c.example:8443' })).toEqual([
      'api.example.com:8443',
      'b.example',
      'c.example:8443',
    ]);
    expect(hosts('discord')).toEqual(['hooks.example.com']);
    expect(hosts('smtp')).toEqual(['acme.example.com:587']);
    expect(hosts('gcp')).toContain('compute.googleapis.com');
    expect(hosts('gcp')).toContain('oauth2.googleapis.com');
  });

  it('are empty where the address is invalid', () => {
    expect(hosts('rest_api', { api_url: 'http://a.example', further_hosts: '' })).toEqual([]);
    expect(baseUrlOf(typeNamed('rest_api'), { api_url: 'file:///etc/passwd' })).toBeUndefined();
  });

  it.each(['zendesk', 'jira', 'servicenow', 'freshservice', 'okta', 'auth0', 'sentinelone', 'wiz'])(
    'remain hosts of %s whatever account name is entered',
    (name) => {
      const label = allFields(typeNamed(name).form).find(({ rule }) => rule?.startsWith('host_'));
      const field = label?.name ?? '';
      const vendors = /\.(zendesk|atlassian|service-now|freshservice|app\.wiz)\.(com|net|io)$/;
      const allowedHosts = label?.rule === 'host_name' ? /^[a-z0-9.-]+$/ : vendors;
      const texts = fc.oneof(
        fc.string(),
        fc.constantFrom('evil.com/', 'evil.com#', 'evil.com?', 'a@evil.com', 'evil.com:1/', '..'),
        fc.webUrl(),
        fc.domain(),
      );
      fc.assert(
        fc.property(texts, (text) => {
          const values = { ...sampleValues(typeNamed(name)), [field]: text };
          if (problemsWithValues(typeNamed(name), values).length > 0) return;
          const bound = hostsOf(typeNamed(name), withDefaults(typeNamed(name).form, values));
          expect(
            bound.filter((host) => host !== 'auth.app.wiz.io' && !allowedHosts.test(host)),
          ).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('are compared exactly, with scheme and port', () => {
    const bound = { hosts: ['api.example.com', 'http://plain.example:80'] };
    const isAllowed = (url: string) => isAllowedHost(bound, new URL(url));
    expect(isAllowed('https://API.example.com:443/x')).toBe(true);
    expect(isAllowed('http://plain.example/')).toBe(true);
    expect(isAllowed('https://plain.example:80/')).toBe(false);
    expect(isAllowed('https://api.example.com.')).toBe(false);
    expect(isAllowed('https://api.example.com:8443')).toBe(false);
    expect(isAllowed('http://api.example.com')).toBe(false);
    expect(isAllowed('https://evil.example/api.example.com')).toBe(false);
    expect(hostOf(new URL('http://a.example'))).toBe('http://a.example:80');
  });

  it('are normalised to one spelling', () => {
    expect(['A.example', 'a.example:443', '[0:0::1]:8443'].map(parseHost)).toEqual([
      'a.example',
      'a.example',
      '[::1]:8443',
    ]);
    expect(['a/b', 'a@b', 'a b', '', '*.example'].map(parseHost)).toEqual(
      Array.from({ length: 5 }),
    );
    expect(parseSafeUrl('https://exa\nmple.com')).toBeUndefined();
  });
});

describe('the path of a call', () => {
  const call = { path: '/p/{project_id}/x?y={project_id}' };

  it('encodes a value as one path segment', () => {
    const values = { project_id: '../a?b#c&d=e/f' };
    expect(pathOf(typeNamed('gcp'), call, values)).toBe(
      '/p/..%2Fa%3Fb%23c%26d%3De%2Ff/x?y=..%2Fa%3Fb%23c%26d%3De%2Ff',
    );
  });

  it('keeps a path that a person entered unchanged', () => {
    const path = pathOf(typeNamed('rest_api'), { path: '{test_path}' }, { test_path: '/a/b?c=d' });
    expect(path).toBe('/a/b?c=d');
  });

  it('is joined to the base address, wherever the slashes are', () => {
    expect(joinUrl('https://a.example/v1/', '/x')).toBe('https://a.example/v1/x');
    expect(joinUrl('https://a.example', 'x')).toBe('https://a.example/x');
    expect(joinUrl('https://a.example/h?sig=1', '')).toBe('https://a.example/h?sig=1');
  });

  it('never changes the host', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const path = pathOf(typeNamed('gcp'), call, { project_id: text });
        expect(new URL(joinUrl('https://a.example', path)).host).toBe('a.example');
      }),
    );
  });
});

describe('the secrets of an integration', () => {
  it('are password fields and fields marked as secret, of the chosen option', () => {
    const names = (auth_type: string) => secretFieldsOf(typeNamed('rest_api'), { auth_type });
    expect(names('basic')).toEqual(['password', 'headers_json']);
    expect(names('none')).toEqual(['headers_json']);
    expect(secretFieldsOf(typeNamed('gcp'), {})).toEqual(['service_account_key']);
  });

  it('include the values inside JSON secrets', () => {
    const values = { auth_type: 'none', headers_json: '{"X-A":"one","X-B":"two"}' };
    expect(secretTextsOf(typeNamed('rest_api'), values)).toEqual([
      values.headers_json,
      'one',
      'two',
    ]);
    expect(customHeadersOf(typeNamed('rest_api'), values)).toEqual({ 'X-A': 'one', 'X-B': 'two' });
    const [whole, key = ''] = secretTextsOf(typeNamed('gcp'), { service_account_key: googleKey });
    expect(whole).toBe(googleKey);
    expect(key).toMatch(/^-----BEGIN PRIVATE KEY/);
    expect(secretTextsOf(typeNamed('gcp'), { service_account_key: 'broken' })).toEqual(['broken']);
  });

  it('count only under the chosen option', () => {
    const values = { auth_type: 'bearer', token: 't', password: 'p' };
    expect(activeFields(typeNamed('rest_api').form, values).map(({ name }) => name)).not.toContain(
      'password',
    );
    expect(secretTextsOf(typeNamed('rest_api'), values)).toEqual(['t']);
  });
});

describe('an integration', () => {
  it.each([
    ['its id', {}, 'int_1', true],
    ['the account of its role', { role_arn: 'arn:aws:iam::111122223333:role/x' }, '2222', true],
    ['a name in its role', { role_arn: 'arn:aws:iam::111122223333:role/x' }, 'role', false],
    ['its subscription', { subscription_id: '0000-4000' }, '4000', true],
    ['its project', { project_id: 'acme-production' }, 'ACME', true],
    ['another account', { project_id: 'acme-production' }, '4000', false],
  ])('is compared with a search text that is %s', (_, values, text, isFound) => {
    expect(hasAccountId({ _id: 'int_1', values }, text)).toBe(isFound);
  });
});
