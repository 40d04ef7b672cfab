import {
  hostsOf,
  mayBeSentTo,
  problemWithFields,
  problemWithSecret,
} from '#lib/domain/credentials/credential.rules.ts';
import {
  type CredentialKind,
  credentialKinds,
  newCredential,
} from '#lib/domain/credentials/credential.schema.ts';

const hosts = ['api.example.com', 'b.example.com:8443', 'c.example.com:80', '[2001:db8::1]'];

describe('where a credential may be sent', () => {
  it.each([
    'https://api.example.com/',
    'https://API.example.com:443/v1?a=1#b',
    'https://api.example.com\\path',
    'https://b.example.com:8443/x',
    'http://b.example.com:8443/x',
    'http://c.example.com/',
    'http://c.example.com:80/',
    'https://[2001:DB8:0:0::1]/',
  ])('%s: yes', (url) => {
    expect(mayBeSentTo({ hosts }, new URL(url))).toBe(true);
  });

  it.each([
    'http://api.example.com/',
    'http://api.example.com:443/',
    'https://api.example.com:8443/',
    'https://api.example.com./',
    'https://x.api.example.com/',
    'https://api.example.com.evil.example/',
    'https://api-example.com/',
    'https://api.example.com@evil.example/',
    'https://evil.example/https://api.example.com/',
    'https://аpi.example.com/',
    'https://b.example.com/',
    'https://c.example.com/',
    'ftp://api.example.com/',
    'wss://api.example.com/',
    'http://[2001:db8::1]/',
  ])('%s: no', (url) => {
    expect(mayBeSentTo({ hosts }, new URL(url))).toBe(false);
  });

  it('nowhere, where it names no host', () => {
    expect(mayBeSentTo({ hosts: [] }, new URL('https://api.example.com/'))).toBe(false);
  });
});

describe('a host is written', () => {
  const base = { name: 'Key', kind: 'bearer', secret: 's' };

  it.each([
    ['api.example.com', 'api.example.com'],
    ['API.Example.COM', 'api.example.com'],
    ['api.example.com:443', 'api.example.com'],
    ['api.example.com:8443', 'api.example.com:8443'],
    ['api.example.com:80', 'api.example.com:80'],
    ['127.0.0.1:4000', '127.0.0.1:4000'],
    ['0x7f000001:4000', '127.0.0.1:4000'],
    ['[::1]:4000', '[::1]:4000'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('%s, and kept as %s', (given, kept) => {
    expect(newCredential.parse({ ...base, hosts: [given] }).hosts).toEqual([kept]);
  });

  it.each([
    '',
    ' ',
    '*',
    '*.example.com',
    'https://api.example.com',
    'api.example.com/',
    'api.example.com/v1',
    'api.example.com?',
    'api.example.com#',
    'user@api.example.com',
    'api.example.com:99999',
    'api.example.com:',
    'a b.example.com',
    'a\n.example.com',
    'api.example.com\\',
    '.*',
    'a,b',
  ])('not as %j', (given) => {
    const parsed = newCredential.safeParse({ ...base, hosts: [given] });
    const isEmptyPort = given === 'api.example.com:';
    expect(parsed.success).toBe(isEmptyPort);
    if (isEmptyPort) expect(parsed.data?.hosts).toEqual(['api.example.com']);
    else expect(parsed.error?.issues[0]?.message).toMatch(/^Write each host as/);
  });

  it('once, and no more than 20 of them', () => {
    const twice = newCredential.parse({ ...base, hosts: ['a.example', 'A.example:443'] });
    expect(twice.hosts).toEqual(['a.example']);
    const many = Array.from({ length: 21 }, (_, n) => `a${n}.example`);
    expect(newCredential.safeParse({ ...base, hosts: many }).success).toBe(false);
  });
});

describe('the fields of a kind', () => {
  const own: Partial<Record<CredentialKind, object>> = {
    basic: { username: 'anna' },
    header: { header_name: 'X-Key' },
    query: { param_name: 'key' },
  };

  it.each(credentialKinds)('%s has its own, and no other', (kind) => {
    const complete = { hosts: kind === 'webhook_url' ? [] : hosts, ...own[kind] };
    expect(problemWithFields(kind, complete)).toBeUndefined();
    for (const [other, field] of Object.entries(own)) {
      if (other === kind) continue;
      const [name] = Object.keys(field);
      expect(problemWithFields(kind, { ...complete, ...field })).toMatchObject({ field: name });
    }
    if (!own[kind]) return;
    const [name] = Object.keys(own[kind]);
    expect(problemWithFields(kind, { hosts })).toMatchObject({ field: name });
  });

  it.each(credentialKinds)('%s names where it may be sent', (kind) => {
    const problem = problemWithFields(kind, { hosts: [], ...own[kind] });
    expect(problem?.field).toBe(kind === 'webhook_url' ? undefined : 'hosts');
  });

  it('a user name has no colon, which would end it', () => {
    const fields = { hosts, username: 'anna:x' };
    expect(problemWithFields('basic', fields)).toMatchObject({ field: 'username' });
  });
});

describe('a new secret', () => {
  it.each(credentialKinds)('of kind %s is not blank', (kind) => {
    for (const secret of ['', ' ', '\n', '••••••••']) {
      expect(problemWithSecret(kind, secret)).toMatchObject({ field: 'secret' });
    }
  });

  it.each<[CredentialKind, string]>([
    ['bearer', 'abc.def-ghi'],
    ['header', 'two words'],
    ['basic', 'pässword with ünicode '],
    ['query', 'a&b=ü'],
    ['signing_secret', 'x'],
    ['webhook_url', 'https://hooks.slack.com/services/T/B/x?a=1'],
    ['webhook_url', 'http://127.0.0.1:4000/x'],
  ])('of kind %s may be %j', (kind, secret) => {
    expect(problemWithSecret(kind, secret)).toBeUndefined();
  });

  it.each<[CredentialKind, string]>([
    ['bearer', 'abc\r\nX-Evil: 1'],
    ['bearer', 'abc '],
    ['bearer', 'gehéim'],
    ['header', 'a\tb'],
    ['header', 'a\0b'],
    ['webhook_url', 'hooks.slack.com/services'],
    ['webhook_url', 'http://hooks.slack.com/x'],
    ['webhook_url', 'https://user:pass@hooks.slack.com/x'],
    ['webhook_url', 'https://hooks.slack.com/x y'],
    ['webhook_url', 'file:///etc/passwd'],
    ['webhook_url', 'https://hooks.slack.com/\nx'],
  ])('of kind %s is not %j', (kind, secret) => {
    expect(problemWithSecret(kind, secret)).toMatchObject({ field: 'secret' });
  });

  it("says itself where a webhook's address leads", () => {
    const secret = 'https://hooks.slack.com/services/x';
    expect(hostsOf('webhook_url', ['evil.example'], secret)).toEqual(['hooks.slack.com']);
    expect(hostsOf('bearer', ['a.example'], secret)).toEqual(['a.example']);
  });
});
