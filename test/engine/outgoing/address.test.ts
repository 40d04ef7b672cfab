import * as fc from 'fast-check';
import { resolveAllowed, specialRange } from '#lib/engine/outgoing/address.ts';
import { addressPolicyOf, readSettings } from '../../../bin/settings.ts';
import { publicAddresses, specialIpv4, specialIpv6 } from './addresses.ts';
import { outgoingErrorOf } from './peer.ts';

const judge = (url: string, lookup: string[], allow: string[] = []) =>
  resolveAllowed(new URL(url), { allow, lookup: async () => lookup });

describe('the check of an address', () => {
  it.each(Object.entries({ ...specialIpv4 }))('refuses IPv4 %s', (_name, addresses) => {
    expect(addresses.filter((address) => specialRange(address) === undefined)).toEqual([]);
  });

  it.each(Object.entries({ ...specialIpv6 }))('refuses IPv6 %s', (_name, addresses) => {
    expect(addresses.filter((address) => specialRange(address) === undefined)).toEqual([]);
  });

  it('allows public unicast addresses up to the edges of their ranges', () => {
    expect(publicAddresses.filter((address) => specialRange(address) !== undefined)).toEqual([]);
  });

  it('refuses text that is not an address in plain notation', () => {
    const numbers = ['0x8.8.8.8', '134744072', '8.8', '010.8.8.8', '8.8.8.8 ', '1.1.1.1.'];
    const invalidAddresses = [
      ...numbers,
      '',
      'localhost',
      '::g',
      '2606::1%eth0',
      '[2606::1]',
      '2606::1]/',
    ];
    expect(invalidAddresses.map(specialRange)).toEqual(invalidAddresses.map(() => 'unknown'));
  });

  it('gives any IPv4 address the same verdict in its mapped and its NAT64 form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const verdict = specialRange(address);
        expect(specialRange(`::ffff:${address}`)).toBe(verdict);
        expect(specialRange(`64:ff9b::${address}`)).toBe(verdict);
      }),
    );
  });
});

describe('the check of a host name', () => {
  it('returns all addresses of a public name', async () => {
    const found = await judge('https://api.test/', ['8.8.8.8', '2001:4860:4860::8888']);
    expect(found).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2001:4860:4860::8888', family: 6 },
    ]);
  });

  it.each([
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::1']],
    [['8.8.8.8', '1.1.1.1', '::ffff:127.0.0.1']],
    [['8.8.8.8', 'not an address']],
  ])('refuses a name with an address that is not public: %j', async (addresses) => {
    const error = await outgoingErrorOf(judge('http://mixed.test/', addresses));
    expect(error.kind).toBe('address');
  });

  it('reports a name without an address', async () => {
    const error = await outgoingErrorOf(judge('http://none.test/', []));
    expect(error).toMatchObject({
      kind: 'connect',
      message: 'none.test has no address. Check the spelling of the name.',
    });
  });

  it('explains how the operator can allow a name and hides its address', async () => {
    const error = await outgoingErrorOf(judge('https://db.test/secret?key=1', ['10.1.2.3']));
    expect(error.message).toBe(
      'db.test resolves to an address that is not public (private). Bots call public addresses ' +
        'only; the operator of this installation can allow db.test:443 at its start.',
    );
  });

  it('names the setting that allows the name if the reader may change it', async () => {
    const howToAllow = (pair: string) => `OUTGOING_ALLOW=${pair} allows it.`;
    const lookup = async () => ['10.1.2.3'];
    const url = new URL('https://db.test/');
    const error = await outgoingErrorOf(resolveAllowed(url, { allow: [], lookup, howToAllow }));
    expect(error.message).toMatch(/addresses only; OUTGOING_ALLOW=db\.test:443 allows it\.$/);
  });
});

describe('the list of hosts and ports that the operator allows', () => {
  const allow = ['127.0.0.1:4000', 'db.internal:443', '[::1]:4000'];

  it.each([
    'http://127.0.0.1:4000/',
    'http://2130706433:4000/',
    'https://db.internal/',
    'https://DB.internal:443/',
    'http://[0:0::1]:4000/',
  ])('allows %s', async (url) => {
    await expect(judge(url, ['127.0.0.1'], allow)).resolves.toHaveLength(1);
  });

  it.each([
    'http://127.0.0.1:4001/',
    'http://127.0.0.1/',
    'http://127.0.0.2:4000/',
    'http://localhost:4000/',
    'http://db.internal/',
    'http://db.internal.:443/',
    'https://db.internal.evil.test/',
    'https://xdb.internal/',
    'http://[::1]:40000/',
    'http://[::ffff:127.0.0.1]:4000/',
  ])('refuses %s', async (url) => {
    const error = await outgoingErrorOf(judge(url, ['127.0.0.1'], allow));
    expect(error.kind).toBe('address');
  });
});

describe('the destinations in OUTGOING_ONLY', () => {
  const judgeOnly = (url: string, OUTGOING_ONLY: string, settings: Record<string, string> = {}) => {
    const policy = addressPolicyOf(
      readSettings({ OUTGOING_ONLY, ...settings }),
      new URL('http://own.test'),
    );
    return resolveAllowed(new URL(url), { ...policy, lookup: async () => ['8.8.8.8'] });
  };

  it.each<[string, string, Record<string, string>?]>([
    ['https://api.test/', 'api.test'],
    ['http://api.test:8080/', 'api.test'],
    ['https://API.test./', 'a.test, Api.Test'],
    ['https://api.test/', 'https://api.test:443'],
    ['http://api.test/', 'api.test:80'],
    ['https://a.b.corp.test:8443/', 'https://*.corp.test'],
    ['https://anything.test:8443/', 'https://*'],
    ['https://8.8.8.8/', '8.8.8.8'],
    ['http://anything.test/', ''],
    ['http://db.corp.test:5432/', 'https://*', { OUTGOING_ALLOW: 'db.corp.test:5432' }],
    ['http://own.test/sample/isolate', 'https://*'],
  ])('allow %s with %s', async (url, destinations, settings = {}) => {
    await expect(judgeOnly(url, destinations, settings)).resolves.toHaveLength(1);
  });

  it.each([
    ['https://other.test/', 'api.test'],
    ['https://api.test.evil.test/', 'api.test'],
    ['https://xapi.test/', 'api.test'],
    ['https://sub.api.test/', 'api.test'],
    ['https://corp.test/', 'https://*.corp.test'],
    ['https://evilcorp.test/', '*.corp.test'],
    ['http://api.test/', 'https://api.test'],
    ['http://anything.test/', 'https://*'],
    ['https://api.test:8443/', 'https://api.test:443'],
    ['https://api.test/', 'http://api.test:443'],
    ['https://8.8.4.4/', '8.8.8.8'],
  ])('refuse %s with %s', async (url, destinations) => {
    const error = await outgoingErrorOf(judgeOnly(url, destinations));
    expect(error.kind).toBe('address');
    expect(error.message).toContain('not a destination that this installation may call');
  });

  it('do not allow private addresses', async () => {
    const policy = addressPolicyOf(
      readSettings({ OUTGOING_ONLY: '*' }),
      new URL('http://own.test'),
    );
    const lookup = async () => ['10.0.0.7'];
    const error = await outgoingErrorOf(
      resolveAllowed(new URL('https://a.test'), { ...policy, lookup }),
    );
    expect(error.message).toContain('not public');
  });

  it.each(['https://', 'a.test/path', 'ftp://a.test', 'a b', '*a.test', 'a.*', 'a,,b', '.test'])(
    'are refused at the start if they are invalid: %s',
    (text) => {
      expect(() => readSettings({ OUTGOING_ONLY: text })).toThrow('Enter destinations');
    },
  );
});

describe('the address of the server itself', () => {
  const callable = (PUBLIC_URL: string, settings = {}) =>
    addressPolicyOf(readSettings({ PUBLIC_URL, ...settings }), new URL(PUBLIC_URL));
  const call = (url: string, policy: ReturnType<typeof callable>) =>
    resolveAllowed(new URL(url), { ...policy, lookup: async () => ['10.0.0.7'] });

  it.each([
    'https://cw.corp.test',
    'https://cw.corp.test:443',
    'http://cw.corp.test',
    'http://cw.corp.test:4000',
    'http://[::1]',
  ])('may be called at %s but at no other port', async (ownUrl) => {
    const policy = callable(ownUrl);
    await expect(call(`${ownUrl}/sample/isolate`, policy)).resolves.toHaveLength(1);
    const otherUrl = new URL(ownUrl);
    otherUrl.port = '8443';
    expect((await outgoingErrorOf(call(otherUrl.href, policy))).kind).toBe('address');
  });

  it('may not be called in the edition where people sign up', async () => {
    const ownUrl = 'https://cw.corp.test';
    const policy = callable(ownUrl, { EDITION: 'saas' });
    expect((await outgoingErrorOf(call(ownUrl, policy))).kind).toBe('address');
  });
});
