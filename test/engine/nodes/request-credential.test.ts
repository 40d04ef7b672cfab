import type { OpenedCredential } from '#lib/domain/credentials/opened-credential.ts';
import { closePeers, httpPeer, type Reply, type Seen } from '../outgoing/peer.ts';
import { nodeWorld, opened } from './attempt.ts';

const canary = 'canary-7f3a/"x"&y';
const credential_id = opened('bearer', { secret: '' })._id;

let reply: (seen: Seen) => Reply;
let target: Awaited<ReturnType<typeof httpPeer>>;
let elsewhere: Awaited<ReturnType<typeof httpPeer>>;

beforeEach(async () => {
  reply = () => ({ status: 200, body: 'ok' });
  target = await httpPeer((seen) => reply(seen));
  elsewhere = await httpPeer(() => ({ status: 200, body: 'here' }));
});
afterEach(closePeers);

type Given = Partial<OpenedCredential>;

const ask = (
  kind: OpenedCredential['kind'],
  { given = {}, settings = {}, tenant }: { given?: Given; settings?: object; tenant?: string } = {},
) => {
  const hosts = [target.pair];
  const credentials = [opened(kind, { secret: canary, hosts, ...given })];
  const world = nodeWorld({ allow: [target.pair, elsewhere.pair], credentials });
  const all = { url: `${target.url}/hosts`, credential_id, ...settings };
  return world.perform('http_request', all, tenant);
};

const coded = encodeURIComponent(canary);
const basic = Buffer.from(`anna:${canary}`).toString('base64');

describe('a request carries its credential', () => {
  it.each<[OpenedCredential['kind'], Given, string, string]>([
    ['bearer', {}, 'authorization', `Bearer ${canary}`],
    ['basic', { username: 'anna' }, 'authorization', `Basic ${basic}`],
    ['header', { header_name: 'X-Api-Key' }, 'x-api-key', canary],
    ['header', { header_name: 'User-Agent' }, 'user-agent', canary],
  ])('as %s', async (kind, given, name, value) => {
    expect(await ask(kind, { given })).toMatchObject({ type: 'done' });
    expect(target.seen[0]?.headers[name]).toBe(value);
  });

  it.each([
    ['', `?api_key=${coded}`],
    ['?a=b%20c&flag', `?a=b%20c&flag&api_key=${coded}`],
    ['?api_key=mine&a=1', `?a=1&api_key=${coded}`],
    ['?api%5Fkey=mine', `?api_key=${coded}`],
  ])('as a query parameter after %j, which stays as it was spelt', async (query, sent) => {
    const settings = { url: `${target.url}/hosts${query}` };
    await ask('query', { given: { param_name: 'api_key' }, settings });
    expect(target.seen[0]?.path).toBe(`/hosts${sent}`);
  });

  it('in place of a header of that name that was set by hand', async () => {
    const headers = [{ name: 'AUTHORIZATION', value: 'mine' }];
    await ask('bearer', { settings: { headers } });
    expect(target.seen[0]?.headers.authorization).toBe(`Bearer ${canary}`);
  });
});

describe('a credential stays at home', () => {
  const failure = async (outcome: ReturnType<typeof ask>) => {
    const given = await outcome;
    expect(given).toMatchObject({ type: 'failed', retry: 'no' });
    expect(target.connections + elsewhere.connections).toBe(0);
    return 'error' in given ? given.error : '';
  };

  it('where the address is not one of its hosts', async () => {
    const given = { hosts: ['api.example.com', 'b.example.com:8443'] };
    expect(await failure(ask('bearer', { given }))).toBe(
      'The credential "Key" may be sent to api.example.com, b.example.com:8443 only, not to ' +
        `http://${target.pair}. Check the address, or the credential.`,
    );
  });

  it.each([
    'https://api.example.com.evil.example/',
    'https://api.example.com:8443/',
    'http://api.example.com/',
    'https://API.EXAMPLE.COM./',
    'https://evil.example/api.example.com',
    'https://evil.example?api.example.com',
    'https://api.example.com%2eevil.example/',
    'https://evil.example\\@api.example.com/',
  ])('from %s', async (url) => {
    const given = { hosts: ['api.example.com'] };
    const error = await failure(ask('bearer', { given, settings: { url } }));
    expect(error).toContain('may be sent to api.example.com only');
  });

  it('where it belongs to another organisation, or to nobody', async () => {
    const missing = /does not exist, or it was deleted/;
    expect(await failure(ask('bearer', { tenant: 'org_other' }))).toMatch(missing);
    const settings = { credential_id: `crd_${'1'.repeat(32)}` };
    expect(await failure(ask('bearer', { settings }))).toMatch(missing);
  });

  it.each([
    ['webhook_url', /is the address of a webhook\. Choose a bearer token or/],
    ['signing_secret', /is a secret that signs\. Choose a bearer token or/],
  ] as const)('where it is of kind %s', async (kind, why) => {
    expect(await failure(ask(kind))).toMatch(why);
  });

  it.each([301, 302, 303, 307, 308])('on a %i to another host', async (status) => {
    reply = () => ({ status, headers: { location: `${elsewhere.url}/x` } });
    const kinds: [OpenedCredential['kind'], Given][] = [
      ['bearer', {}],
      ['basic', { username: 'anna' }],
      ['header', { header_name: 'X-Api-Key' }],
      ['header', { header_name: 'Accept' }],
      ['query', { param_name: 'api_key' }],
    ];
    for (const [kind, given] of kinds) await ask(kind, { given });
    expect(elsewhere.seen).toHaveLength(kinds.length);
    const leaked = JSON.stringify(elsewhere.seen);
    expect([canary, coded, basic, 'canary'].filter((one) => leaked.includes(one))).toEqual([]);
  });
});

describe('what is kept of a request', () => {
  it('names the credential, and does not hold it', () => {
    const begun = nodeWorld().begin('http_request', { url: 'https://a.example/', credential_id });
    expect(begun).toMatchObject({ input: { credential_id } });
  });

  it.each<[OpenedCredential['kind'], Given]>([
    ['bearer', {}],
    ['basic', { username: 'anna' }],
    ['header', { header_name: 'X-Api-Key' }],
    ['query', { param_name: 'api_key' }],
  ])('is without the credential, whatever the peer repeats (%s)', async (kind, given) => {
    for (const status of [200, 403]) {
      reply = ({ headers, path }) => ({
        status,
        headers: { 'content-type': 'application/json', 'x-seen': path },
        body: JSON.stringify({ headers, [path]: [path], text: `<${canary}>`, number: 12 }),
      });
      const outcome = await ask(kind, { given });
      const kept = JSON.stringify(outcome);
      expect(kept).toContain('••••');
      expect([canary, coded, basic, 'canary'].filter((one) => kept.includes(one))).toEqual([]);
      expect(outcome).toMatchObject({ output: { status, body: { number: 12 } } });
    }
  });

  it('is without the credential where the peer repeats it as text or number', async () => {
    reply = () => ({ status: 200, body: `you sent ${canary}` });
    expect(await ask('bearer')).toMatchObject({ output: { body: 'you sent ••••' } });
    const headers = { 'content-type': 'application/json' };
    reply = () => ({ status: 200, headers, body: '{"a":1234567890,"b":1}' });
    const numeric = await ask('bearer', { given: { secret: '1234567890' } });
    expect(numeric).toMatchObject({ output: { body: { a: '••••', b: 1 } } });
  });
});
