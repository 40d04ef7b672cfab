import { isAuthentic } from '#lib/domain/listeners/listener.rules.ts';
import { type AuthConfigs, authConfigs } from '#lib/domain/listeners/listener.schema.ts';
import { callOf, headerSecretAuth, querySecretAuth, sign, signatureAuth } from './sender.ts';

type Values = Record<string, string | string[]>;

const accepts = (
  auth: AuthConfigs,
  headers: Values = {},
  query: Values = {},
  secrets = ['the-secret'],
): boolean => isAuthentic(auth, secrets, callOf('{}', headers, query));

const wrong = [
  '',
  ' ',
  'the-secre',
  'the-secret ',
  ' the-secret',
  'the-secret\0',
  'the-secret,the-secret',
  'The-Secret',
  'THE-SECRET',
  'the-secret\u200b',
  'the-ѕecret',
  '"the-secret"',
  '["the-secret"]',
  '{"secret":"the-secret"}',
  'Bearer the-secret',
  'dGhlLXNlY3JldA==',
  'undefined',
  'null',
  'true',
  '*',
  '%',
  '.*',
  "' OR ''='",
];

describe('a secret in a header', () => {
  it('is accepted in the header that the listener names', () => {
    expect(accepts(headerSecretAuth, { 'x-secret-key': 'the-secret' })).toBe(true);
    const auth = authConfigs.parse({
      auth_type: 'secret_in_header',
      headers: { primary_header: 'X-Token' },
    });
    expect(accepts(auth, { 'x-token': 'the-secret' })).toBe(true);
    expect(accepts(auth, { 'x-secret-key': 'the-secret' })).toBe(false);
  });

  it.each(wrong)('is refused as %j', (wrongSecret) => {
    expect(accepts(headerSecretAuth, { 'x-secret-key': wrongSecret })).toBe(false);
  });

  it('is accepted only once, and only in that header', () => {
    expect(accepts(headerSecretAuth, { 'x-secret-key': ['the-secret', 'the-secret'] })).toBe(false);
    expect(accepts(headerSecretAuth, { 'x-secret-key': ['', 'the-secret'] })).toBe(false);
    expect(accepts(headerSecretAuth, { 'x-secret-key': [] })).toBe(false);
    const query = { 'x-secret-key': 'the-secret', secret: 'the-secret' };
    expect(accepts(headerSecretAuth, {}, query)).toBe(false);
    expect(accepts(headerSecretAuth, { authorization: 'the-secret' })).toBe(false);
    expect(accepts(headerSecretAuth, { 'x-secret-key': sign('the-secret', '{}') })).toBe(false);
  });
});

describe('a secret in the query', () => {
  it('is accepted in the parameter that the listener names', () => {
    expect(accepts(querySecretAuth, {}, { secret: 'the-secret' })).toBe(true);
    const auth = authConfigs.parse({
      auth_type: 'secret_in_query',
      query_param: { param_name: 'token' },
    });
    expect(accepts(auth, {}, { token: 'the-secret' })).toBe(true);
    expect(accepts(auth, {}, { secret: 'the-secret' })).toBe(false);
  });

  it.each(wrong)('is refused as %j', (wrongSecret) => {
    expect(accepts(querySecretAuth, {}, { secret: wrongSecret })).toBe(false);
  });

  it.each([
    [{ secret: ['the-secret', 'the-secret'] }],
    [{ secret: ['the-secret', ''] }],
    [{ secret: [] }],
    [{ 'secret[]': 'the-secret' }],
    [{ 'secret[0]': 'the-secret' }],
    [{ 'secret.value': 'the-secret' }],
    [{ Secret: 'the-secret' }],
    [{ SECRET: 'the-secret' }],
    [{ ' secret': 'the-secret' }],
    [{ 'secret ': 'the-secret' }],
    [{ '': 'the-secret' }],
    [{}],
  ])('is refused in %j', (query) => {
    expect(accepts(querySecretAuth, {}, query)).toBe(false);
  });

  it('is not read from a header', () => {
    expect(accepts(querySecretAuth, { secret: 'the-secret', 'x-secret-key': 'the-secret' })).toBe(
      false,
    );
  });
});

describe('the valid secrets of a listener', () => {
  const kinds: [string, AuthConfigs, (secret: string) => [Values, Values]][] = [
    ['signature', signatureAuth, (secret) => [{ 'x-hub-signature-256': sign(secret, '{}') }, {}]],
    ['header', headerSecretAuth, (secret) => [{ 'x-secret-key': secret }, {}]],
    ['query', querySecretAuth, (secret) => [{}, { secret }]],
  ];

  it.each(kinds)('accept nothing if missing or empty (%s)', (_name, auth, prove) => {
    expect(accepts(auth, ...prove(''), [])).toBe(false);
    expect(accepts(auth, ...prove(''), [''])).toBe(false);
    expect(accepts(auth, ...prove(''), ['', 'the-secret'])).toBe(false);
    expect(accepts(auth, {}, {}, [''])).toBe(false);
    expect(accepts(auth, {}, {}, [])).toBe(false);
  });

  it.each(kinds)('are two during a rotation, each by itself (%s)', (_name, auth, prove) => {
    const secrets = ['new', 'old'];
    expect(accepts(auth, ...prove('new'), secrets)).toBe(true);
    expect(accepts(auth, ...prove('old'), secrets)).toBe(true);
    expect(accepts(auth, ...prove('newold'), secrets)).toBe(false);
    expect(accepts(auth, ...prove('new,old'), secrets)).toBe(false);
    expect(accepts(auth, ...prove('older'), secrets)).toBe(false);
  });

  it('accept nothing where the authentication type is unknown', () => {
    const unknownAuth = { ...headerSecretAuth, auth_type: 'none' } as unknown as AuthConfigs;
    expect(accepts(unknownAuth, { 'x-secret-key': 'the-secret' })).toBe(false);
  });
});

describe('additional headers', () => {
  const additional_headers = [
    { name: 'X-Env', value: 'prod' },
    { name: 'X-Team', value: 'blue' },
  ];
  const auths = [
    authConfigs.parse({ auth_type: 'secret_in_header', headers: { additional_headers } }),
    authConfigs.parse({ auth_type: 'signature', headers: { additional_headers } }),
  ];
  const proof = { 'x-secret-key': 'the-secret', 'x-hub-signature-256': sign('the-secret', '{}') };
  const all = { 'x-env': 'prod', 'x-team': 'blue' };

  it.each(auths)('are all required besides the secret or signature ($auth_type)', (auth) => {
    expect(accepts(auth, { ...proof, ...all })).toBe(true);
    expect(accepts(auth, all)).toBe(false);
    expect(accepts(auth, proof)).toBe(false);
    expect(accepts(auth, { ...proof, 'x-env': 'prod' })).toBe(false);
    expect(accepts(auth, { ...proof, ...all, 'x-team': 'Blue' })).toBe(false);
    expect(accepts(auth, { ...proof, ...all, 'x-team': ['blue', 'blue'] })).toBe(false);
    expect(accepts(auth, { ...proof, ...all, 'x-team': '' })).toBe(false);
    expect(accepts(auth, { ...proof, 'x-env': 'blue', 'x-team': 'prod' })).toBe(false);
  });
});
