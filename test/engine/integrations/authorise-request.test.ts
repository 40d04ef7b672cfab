import { createPublicKey, verify } from 'node:crypto';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { secretMasker } from '#lib/kernel/secret-masking.ts';
import { send } from '#lib/engine/integrations/send.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { OutgoingError, type OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import { closePeers, type Reply } from '../outgoing/peer.ts';
import { type InterceptedCall, openStandIn, type StandIn } from './stand-in.ts';
import { canary, googleKey, openedOfType, sampleValues } from './samples.ts';

let now: number;
let reply: (call: InterceptedCall) => Reply;
let stand: StandIn;
let tokens: ReturnType<typeof newTokenCache>;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 23);
  reply = () => ({ status: 200, body: 'ok' });
  stand = await openStandIn((call) => reply(call));
  tokens = newTokenCache();
});
afterEach(closePeers);

const openedSample = (
  name: string,
  formValues: Record<string, string> = {},
  overrides: Partial<OpenedIntegration> = {},
) => {
  const type = integrationTypeOf(name);
  if (!type) throw new Error(`no type ${name}`);
  return openedOfType(type, { ...sampleValues(type, formValues), ...formValues }, overrides);
};

const sendCall = (integration: OpenedIntegration, request: Partial<OutgoingRequest>) =>
  send({ method: 'GET', url: '', headers: {}, ...request }, integration, {
    outgoing: stand.outgoing,
    clock: () => now,
    tokens,
  });

const outgoingErrorOf = async (call: Promise<unknown>): Promise<OutgoingError> => {
  const outcome = await call.then(
    () => 'an answer',
    (error: unknown) => error,
  );
  if (outcome instanceof OutgoingError) return outcome;
  throw new Error(`expected an OutgoingError, got ${String(outcome)}`);
};

describe('a call with an integration', () => {
  it('is sent only to the hosts of the integration', async () => {
    for (const url of ['https://evil.example/', 'https://api.github.com.evil.example/']) {
      const error = await outgoingErrorOf(sendCall(openedSample('github'), { url }));
      const { host } = new URL(url);
      expect(error.message).toBe(
        `The secrets of "Ours" may be sent to api.github.com only, not to ${host}. ` +
          'Check the address, or the integration.',
      );
    }
    const httpError = outgoingErrorOf(
      sendCall(openedSample('github'), { url: 'http://api.github.com/' }),
    );
    expect((await httpError).message).toMatch(/not to http:\/\/api\.github\.com\./);
    expect(stand.requests).toEqual([]);
  });

  it('replaces headers of the request with those of the integration', async () => {
    const headers = { Authorization: 'mine', 'X-Mine': '1', ACCEPT: 'text/plain' };
    await sendCall(openedSample('github'), { url: 'https://api.github.com/x', headers });
    expect(stand.meant[0]?.headers).toMatchObject({
      authorization: `Bearer ${canary('token')}`,
      'x-mine': '1',
      accept: 'text/plain',
      'x-github-api-version': '2022-11-28',
    });
  });

  it('prefers its token to an additional header of the same name', async () => {
    const headers_json = '{"authorization": "other", "X-Tenant": "one"}';
    const integration = openedSample('rest_api', { headers_json });
    await sendCall(integration, { url: 'https://api.example.com:8443/x' });
    expect(stand.meant[0]?.headers).toMatchObject({
      authorization: `Bearer ${canary('token')}`,
      'x-tenant': 'one',
    });
  });

  it('omits a header whose field is empty', async () => {
    const integration = openedSample('vault', { namespace: '' });
    await sendCall(integration, { url: 'https://api.example.com:8443/v1/x' });
    expect(stand.meant[0]?.headers).not.toHaveProperty('x-vault-namespace');
  });

  it('accepts any certificate only if the form allows this', async () => {
    const url = 'https://api.example.com:8443/x';
    await sendCall(openedSample('vault'), { url });
    await sendCall(openedSample('vault', { ignore_ssl: 'true' }), { url });
    expect(stand.requests.map(({ anyCertificate }) => anyCertificate)).toEqual([undefined, true]);
  });

  it.each([301, 302, 303, 307, 308])('drops its secrets on a redirect with %i', async (status) => {
    reply = () => ({ status, headers: { location: `${stand.elsewhere.url}/x` } });
    const base = 'https://api.example.com:8443/x';
    const ways = [
      openedSample('github'),
      openedSample('zendesk'),
      openedSample('vault'),
      openedSample('shodan'),
      openedSample('rest_api', { auth_type: 'header' }),
      openedSample('rest_api', { auth_type: 'header', header_name: 'Accept' }),
      openedSample('rest_api', { auth_type: 'query' }),
      openedSample('rest_api', { auth_type: 'none' }),
    ];
    for (const integration of ways) {
      const [host] = integration.hosts;
      await sendCall(integration, { url: host?.includes(':') ? base : `https://${host}/x` });
    }
    expect(stand.elsewhere.seen).toHaveLength(ways.length);
    const leaked = JSON.stringify(stand.elsewhere.seen);
    expect(leaked).not.toMatch(/canary|authorization|x-vault|x-tenant/i);
    expect(leaked).not.toContain(btoa(`ada@example.com/token:${canary('api_token')}`));
  });

  it('does not follow a redirect of a webhook', async () => {
    reply = () => ({ status: 307, headers: { location: `${stand.elsewhere.url}/x` } });
    const integration = openedSample('ms_teams');
    const url = integration.values.webhook_url ?? '';
    const error = await outgoingErrorOf(sendCall(integration, { method: 'POST', url, body: '{}' }));
    expect([error.kind, stand.elsewhere.connections]).toEqual(['redirect', 0]);
  });

  it('is refused for a mail server', async () => {
    const integration = openedSample('smtp', {}, { hosts: ['a.example'] });
    const error = await outgoingErrorOf(sendCall(integration, { url: 'https://a.example/' }));
    expect(error.message).toMatch(/is a mail server\. Choose one that is called over HTTP\.$/);
  });
});

describe('a secret that an answer repeats', () => {
  it.each(['github', 'zendesk', 'shodan', 'tenable', 'gcp', 'ms_teams'])(
    'is hidden in every encoding for %s',
    async (name) => {
      const token = { access_token: 'canary-token-01', expires_in: 3600 };
      reply = (call) => ({
        status: 200,
        body: JSON.stringify(call.body.includes('grant_type') ? token : call),
      });
      const integration = openedSample(name);
      const url = integration.values.webhook_url ?? `https://${integration.hosts[0]}/x?a=1`;
      const { answer, hide } = await sendCall(integration, { url });
      const maskedBody = hide(JSON.parse(answer.body));
      const text = JSON.stringify({
        seen: maskedBody,
        address: hide(answer.url),
        raw: hide(answer.body),
      });
      const { api_token = '', access_key = '', secret_key = '' } = integration.values;
      const codes = [`ada@example.com/token:${api_token}`, access_key, secret_key];
      for (const code of codes) if (code.length > 30) expect(text).not.toContain(btoa(code));
      expect(text).not.toMatch(/canary|0123456789abcdef|PRIVATE KEY/);
    },
  );

  it('is hidden in numbers, keys and parts of texts, but not if it is short', () => {
    const hide = secretMasker({ secrets: ['12345678', 'pass', 'a "quoted" one', 'blank is plus'] });
    const data = {
      n: 12345678,
      '12345678': [{ deep: 'x12345678y' }],
      pass: 'pass',
      raw: JSON.stringify({ a: 'a "quoted" one' }),
      form: 'q=blank+is+plus&r=blank%20is%20plus',
      none: null,
      yes: true,
    };
    expect(hide(data)).toEqual({
      n: '••••',
      '••••': [{ deep: 'x••••y' }],
      pass: 'pass',
      raw: '{"a":"••••"}',
      form: 'q=••••&r=••••',
      none: null,
      yes: true,
    });
  });

  const pair = 'robot:p4ssw0rd-of-it';
  const basic = `Basic ${Buffer.from(pair).toString('base64')}`;
  const session = 'sid=0123456789abcdef0123; theme=dark';

  it.each([
    ['the pair of a Basic header', basic, pair],
    ['its password', basic, 'p4ssw0rd-of-it'],
    ['the text after its scheme', basic, basic.slice(6)],
    ['the password in another pair', basic, Buffer.from('x:p4ssw0rd-of-it!').toString('base64')],
    ['a token without its scheme', 'Bearer abcdef0123456789', 'abcdef0123456789'],
    ['the value of a cookie', session, '0123456789abcdef0123'],
    [
      'the text decoded from base64',
      Buffer.from('a-plain-secret').toString('base64'),
      'a-plain-secret',
    ],
    ['the text decoded from an address', 'a%20plain%20secret', 'a plain secret'],
    ['hexadecimal', 'a-plain-secret', Buffer.from('a-plain-secret').toString('hex')],
    ['letters in another case', 'A-Plain-Secret-Of-It', 'a-plain-secret-of-it'],
    ['markup', 'a<plain>&"secret"', 'a&lt;plain&gt;&amp;&quot;secret&quot;'],
    [
      'a longer text in base64',
      'a-plain-secret',
      Buffer.from('--a-plain-secret--').toString('base64'),
    ],
  ])('is hidden as %s', (_, secret, encodedSecret) => {
    const maskedText = secretMasker({ secrets: [secret] })(`It said ${encodedSecret} to us.`);
    expect(maskedText).toContain('••••');
    expect(maskedText).toMatch(/^It said .* to us\.$/);
    expect(maskedText).not.toContain(encodedSecret);
    const bytes = Buffer.from(maskedText.replace(/[^A-Za-z0-9+/]/g, ''), 'base64').toString();
    expect(bytes).not.toContain('secret');
  });

  it('is hidden in a __proto__ key without changing a prototype', () => {
    const hide = secretMasker({ secrets: ['a-long-secret'] });
    const data: unknown = JSON.parse('{"__proto__": {"polluted": "a-long-secret"}}');
    expect(JSON.stringify(hide(data))).toBe('{"__proto__":{"polluted":"••••"}}');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe('an access token that is fetched', () => {
  let tokenCount: number;
  const url = 'https://management.azure.com/x';
  const isToken = ({ body }: InterceptedCall) => body.includes('grant_type');
  const fetches = () => stand.meant.filter(isToken).length;
  const bearers = () =>
    stand.meant.filter((call) => !isToken(call)).map(({ headers }) => headers.authorization);

  beforeEach(() => {
    tokenCount = 0;
    reply = (call) => {
      if (!isToken(call)) return { status: 200, body: '{}' };
      tokenCount += 1;
      const token = { access_token: `token-number-${tokenCount}`, expires_in: 3600 };
      return { status: 200, body: JSON.stringify(token) };
    };
  });

  it('is used until shortly before it expires', async () => {
    const azure = openedSample('azure');
    for (const minutes of [0, 30, 58]) {
      now = Date.UTC(2026, 10, 23) + minutes * 60_000;
      await sendCall(azure, { url });
    }
    expect(fetches()).toBe(1);
    now = Date.UTC(2026, 10, 23) + 59 * 60_000;
    await sendCall(azure, { url });
    expect(bearers().at(-1)).toBe('Bearer token-number-2');
  });

  it('is fetched once for simultaneous calls, also after the last one expired', async () => {
    const azure = openedSample('azure');
    await Promise.all([1, 2, 3].map(() => sendCall(azure, { url })));
    expect(fetches()).toBe(1);
    now += 2 * 60 * 60_000;
    await Promise.all([1, 2, 3].map(() => sendCall(azure, { url })));
    expect(fetches()).toBe(2);
  });

  it('is never shared with another organisation, integration or secret', async () => {
    const integrations = [
      openedSample('azure'),
      openedSample('azure', {}, { tenant_id: 'org_2' }),
      openedSample('azure', {}, { accountId: 'int_2' }),
      openedSample('azure', { client_secret: 'another-secret' }),
      openedSample('entra_id'),
    ];
    for (const one of integrations) {
      await sendCall(one, { url: `https://${one.hosts[0]}/x` });
    }
    expect(new Set(bearers()).size).toBe(integrations.length);
  });

  it('is fetched again after a refusal and after a failed fetch', async () => {
    const azure = openedSample('azure');
    const defaultReply = reply;
    reply = () => ({ status: 503, body: 'busy' });
    const busyError = await outgoingErrorOf(sendCall(azure, { url }));
    expect([busyError.kind, busyError.message]).toEqual([
      'protocol',
      'login.microsoftonline.com did not issue a token (status 503). Try again later.',
    ]);
    reply = (call) => (isToken(call) ? defaultReply(call) : { status: 401, body: 'revoked' });
    expect((await sendCall(azure, { url })).answer.status).toBe(401);
    reply = defaultReply;
    await sendCall(azure, { url });
    expect(bearers().at(-1)).toBe('Bearer token-number-2');
  });

  it('is replaced immediately when it is revoked before it expires', async () => {
    const azure = openedSample('azure');
    const defaultReply = reply;
    await sendCall(azure, { url });
    const isRevoked = ({ headers }: InterceptedCall) =>
      headers.authorization === 'Bearer token-number-1';
    reply = (call) => (isRevoked(call) ? { status: 401, body: 'revoked' } : defaultReply(call));
    expect((await sendCall(azure, { method: 'POST', url, body: 'x' })).answer.status).toBe(200);
    expect(bearers()).toEqual([1, 1, 2].map((nth) => `Bearer token-number-${nth}`));
  });

  it('is kept when a call with the previous token is refused late', async () => {
    const azure = openedSample('azure');
    const defaultReply = reply;
    await sendCall(azure, { url });
    const isRevoked = ({ headers }: InterceptedCall) =>
      headers.authorization === 'Bearer token-number-1';
    reply = (call) => (isRevoked(call) ? { status: 401, body: 'revoked' } : defaultReply(call));
    const { promise: replacement, resolve } = Promise.withResolvers<void>();
    const delayedSend = async (request: OutgoingRequest) => {
      const answer = await stand.outgoing(request);
      if (answer.status === 401) await replacement;
      return answer;
    };
    const request = { method: 'GET', url, headers: {} };
    const delayedCall = send(request, azure, { outgoing: delayedSend, clock: () => now, tokens });
    await sendCall(azure, { url });
    resolve();
    expect((await delayedCall).answer.status).toBe(200);
    expect(fetches()).toBe(2);
  });

  it('is fetched at most once by one call', async () => {
    const azure = openedSample('azure');
    const defaultReply = reply;
    reply = (call) => (isToken(call) ? defaultReply(call) : { status: 401, body: 'never' });
    for (const tries of [1, 2]) {
      expect((await sendCall(azure, { url })).answer.status).toBe(401);
      expect(fetches()).toBe(tries);
    }
  });

  it.each<[string, Reply, RegExp]>([
    [
      'a refused client',
      { status: 400, body: '{"error":"invalid_client"}' },
      /\(invalid_client, 400\)/,
    ],
    ['a page', { status: 200, body: '<html>' }, /did not issue a token \(status 200\)/],
    ['an empty token', { status: 200, body: '{"access_token":""}' }, /did not issue a token/],
    ['a long text', { status: 400, body: `{"error":"${canary('x')}"}` }, /\(status 400\)/],
  ])('causes an error with advice when its service returns %s', async (_name, token, pattern) => {
    reply = () => token;
    const { kind, message } = await outgoingErrorOf(sendCall(openedSample('azure'), { url }));
    expect([kind, message]).toEqual(['request', expect.stringMatching(pattern)]);
    expect(message).toMatch(/Check the client ID and the client secret: they may be mistyped/);
    expect(message).not.toContain('canary');
  });

  it('is not requested from a host outside the hosts of the integration', async () => {
    const azure = openedSample('azure', {}, { hosts: ['management.azure.com'] });
    expect((await outgoingErrorOf(sendCall(azure, { url }))).message).toMatch(
      /not to login\.microsoftonline/,
    );
    expect(stand.requests).toEqual([]);
  });

  it('is requested only from the token address in the form', async () => {
    const formValues = { auth_type: 'oauth2', token_url: 'https://login.example.com/t', scope: '' };
    const restApi = openedSample('rest_api', { ...formValues, audience: '' });
    expect(restApi.hosts).toContain('login.example.com');
    await sendCall(restApi, { url: 'https://api.example.com:8443/x' });
    expect(Object.fromEntries(new URLSearchParams(stand.meant[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'some-client_id',
      client_secret: canary('client_secret'),
    });
    const elsewhere = { ...restApi, hosts: ['api.example.com:8443'], accountId: 'int_2' };
    const error = await outgoingErrorOf(
      sendCall(elsewhere, { url: 'https://api.example.com:8443/x' }),
    );
    expect(error.message).toMatch(/not to login\.example\.com/);
  });

  it('is requested from Google with a signed assertion', async () => {
    const gcp = openedSample('gcp');
    await sendCall(gcp, { url: 'https://compute.googleapis.com/x' });
    const [tokenCall] = stand.meant;
    expect(tokenCall?.address).toBe('https://oauth2.googleapis.com/token');
    const body = new URLSearchParams(tokenCall?.body);
    expect(body.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', claims = '', signature = ''] = (body.get('assertion') ?? '').split('.');
    const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(decode(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    const iat = now / 1000;
    expect(decode(claims)).toEqual({
      iss: 'bot@my-project.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: 'https://oauth2.googleapis.com/token',
      iat,
      exp: iat + 3600,
    });
    const key = createPublicKey((JSON.parse(googleKey) as { private_key: string }).private_key);
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('causes an error when the key of the Google service account is invalid', async () => {
    const broken = JSON.stringify({ client_email: 'a', private_key: canary('key') });
    const gcp = openedSample('gcp', { service_account_key: broken });
    const { message } = await outgoingErrorOf(
      sendCall(gcp, { url: 'https://compute.googleapis.com/x' }),
    );
    expect(message).toBe(
      'The service account key cannot be read. Enter the whole JSON file again.',
    );
  });
});
