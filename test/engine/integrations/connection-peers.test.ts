import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { outgoing, type OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import { specialIpv4, specialIpv6, spellings } from '../outgoing/addresses.ts';
import { closePeers, openHttpPeer, openRawPeer, type Peer, type Reply } from '../outgoing/peer.ts';
import { openStandIn } from './stand-in.ts';
import { canary, openedOfType, sampleValues, testConnection } from './samples.ts';

const clock = () => Date.UTC(2026, 10, 23);
afterEach(closePeers);

const openedSample = (name: string, formValues: Record<string, string> = {}) => {
  const type = integrationTypeOf(name);
  if (!type) throw new Error(`no type ${name}`);
  return openedOfType(type, { ...sampleValues(type, formValues), ...formValues });
};

/** Milliseconds, for a large answer on a busy machine. */
const longTimeout = 5_000;

/** A test of Sentry, with the peer's address. */
const testSentry = async (peer: Peer, total = 150) => {
  const send = outgoing({ allow: [peer.pair] }, { total, connect: total });
  return testConnection(openedSample('sentry', { url: peer.url }), { outgoing: send, clock });
};

const reasonOf = (outcome: Awaited<ReturnType<typeof testConnection>>): string => {
  const text = JSON.stringify(outcome);
  expect(text).not.toContain('canary');
  return outcome.ok ? `works: ${text}` : outcome.reason;
};

describe('the test of an integration with models', () => {
  const testModels = async (values: Record<string, string>, answer: unknown) => {
    const body = JSON.stringify(answer);
    const headers = { 'content-type': 'application/json' };
    const peer = await openHttpPeer(() => ({ status: 200, headers, body }));
    const send = outgoing({ allow: [peer.pair] }, { total: longTimeout, connect: longTimeout });
    const noAuth = { auth_type: 'none', models: '', default_model: '' };
    const formValues = { api_url: peer.url, ...noAuth, ...values };
    return testConnection(openedSample('custom_model', formValues), { outgoing: send, clock });
  };
  const server = { data: ['small', 'large', 'a', 'b', 'c', 'd'].map((id) => ({ id })) };

  it('passes when the server has the models that the form names', async () => {
    const values = { models: 'small 1 2\nlarge', default_model: 'large' };
    expect(await testModels(values, server)).toEqual({ ok: true });
    expect(await testModels({}, server)).toEqual({ ok: true });
  });

  it.each([
    [{ models: 'small\nhuge' }, 'has no model "huge". It has small, large, a, b, c and 1 more.'],
    [{ default_model: 'huge' }, 'has no model "huge".'],
  ])('names the model that the server lacks: %j', async (values, message) => {
    expect(reasonOf(await testModels(values, server))).toContain(message);
  });

  it('fails when the server has no models and passes when it has no list', async () => {
    expect(reasonOf(await testModels({ models: 'small' }, { data: [] }))).toContain(
      'It has no models.',
    );
    expect(await testModels({ models: 'small' }, { object: 'models' })).toEqual({ ok: true });
  });
});

describe('the test of an integration', () => {
  const reasonForReply = async (reply: Reply) =>
    reasonOf(await testSentry(await openHttpPeer(() => reply), longTimeout));
  const reasonForBytes = async (bytes: string) =>
    reasonOf(await testSentry(await openRawPeer((socket) => socket.end(bytes))));

  it('fails when the peer never answers', async () => {
    const reason = reasonOf(await testSentry(await openRawPeer(() => {})));
    expect(reason).toMatch(/did not answer completely within .* Check that the service is up/);
  });

  it('fails when the peer answers too slowly', async () => {
    const peer = await openRawPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(reasonOf(await testSentry(peer))).toMatch(/did not answer completely within/);
  });

  it.each<[string, Reply, RegExp]>([
    ['a page', { status: 200, body: '<html>Sign in</html>' }, /a page instead of data\. Check/],
    ['an empty body', { status: 200 }, /a page instead of data/],
    ['10 MB', { status: 200, body: Buffer.alloc(10_000_000, 32) }, /too large .* Check the addr/],
    [
      'a gzip bomb',
      {
        status: 200,
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(Buffer.alloc(20_000_000)),
      },
      /too large/,
    ],
    ['deep JSON', { status: 200, body: `${'['.repeat(99)}${']'.repeat(99)}` }, /page instead of/],
    ['401', { status: 401 }, /does not accept "Auth token" \(status 401\)\. Check for a/],
    ['403', { status: 403 }, /\(status 403\): "Auth token" may be wrong, or lack the right/],
    ['404', { status: 404 }, /has nothing at this address \(status 404\)\. Check the address/],
    ['429', { status: 429 }, /is rate limiting requests with status 429\. Try again later/],
    [
      '403 for too many requests',
      { status: 403, headers: { 'x-ratelimit-remaining': '0' } },
      /is rate limiting requests with status 403\. Try again later/,
    ],
    ['503', { status: 503 }, /failed with status 503\. Try again later/],
    ['203', { status: 203, body: '{}' }, /answered with status 203\. Check the values/],
    ['a redirect', { status: 301, headers: { location: '/x' } }, /another address\. Check that/],
    [
      'a redirect to nonsense',
      { status: 302, headers: { location: 'javascript:alert(1)' } },
      /The redirect of .* can be called/,
    ],
  ])('fails when the peer answers with %s', async (_name, reply, pattern) => {
    expect(await reasonForReply(reply)).toMatch(pattern);
  });

  it('fails when the answer is not HTTP or is cut off', async () => {
    expect(await reasonForBytes('220 mail.example ESMTP\r\n')).toMatch(
      /did not answer in valid HTTP/,
    );
    expect(await reasonForBytes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}')).toMatch(
      /was closed before its answer was complete/,
    );
  });

  it('fails when the peer refuses the connection', async () => {
    const peer = await openRawPeer(() => {});
    await closePeers();
    expect(reasonOf(await testSentry(peer))).toMatch(/refused the connection\. Check the port/);
  });

  it('fails with a sentence for random statuses, headers and bodies', async () => {
    let reply: Reply = { status: 200 };
    const peer = await openHttpPeer(() => reply);
    const commonStatus = fc.constantFrom(200, 204, 302, 401, 500);
    const status = fc.oneof(commonStatus, fc.integer({ min: 200, max: 599 }));
    const sampleText = fc.constantFrom(canary('token'), '[{"name":1}]');
    const texts = fc.oneof(fc.string(), fc.json(), sampleText);
    const names = fc.constantFrom('location', 'content-type', 'content-encoding', 'retry-after');
    const values = fc.oneof(
      fc.stringMatching(/^[!-~]{0,20}$/),
      fc.constantFrom('gzip', 'br', '//evil.example', 'text/html;charset=x', canary('token')),
    );
    const replies = fc.record({
      status,
      headers: fc.dictionary(names, values),
      body: texts,
    });
    await fc.assert(
      fc.asyncProperty(replies, async (one) => {
        reply = one;
        const outcome = await testSentry(peer, 1000);
        if (!outcome.ok) expect(reasonOf(outcome)).toMatch(/^[^{}]+\.$/);
        expect(JSON.stringify(outcome)).not.toContain('canary');
      }),
      { numRuns: 150 },
    );
  });

  it('fails when a service refuses with status 200', async () => {
    const body = '{"ok":false,"error":"invalid_auth"}';
    const stand = await openStandIn(() => ({ status: 200, body }));
    const outcome = await testConnection(openedSample('slack'), {
      outgoing: stand.outgoing,
      clock,
    });
    expect(reasonOf(outcome)).toBe(
      'slack.com does not accept "Bot token" (invalid_auth). Check the value.',
    );
  });

  it('hides a secret that a service returns as its error code', async () => {
    const bot_token = 'abcdefgh_secret';
    const body = JSON.stringify({ ok: false, error: bot_token });
    const stand = await openStandIn(() => ({ status: 200, body }));
    const integration = openedSample('slack', { auth_type: 'bot_token', bot_token });
    const outcome = await testConnection(integration, { outgoing: stand.outgoing, clock });
    expect(JSON.stringify(outcome)).not.toContain(bot_token);
  });

  const isToken = ({ body }: { body: string }) => body.includes('grant_type=');
  const token = { status: 200, body: '{"access_token":"t"}' };

  it.each([
    ['azure', { value: [] }, /the app cannot see a subscription\. Assign it a role on one/],
    ['wiz', {}, /does not respond like the API of Wiz\. Check "Data center"\./],
  ])('fails when %s accepts the token but answers %j', async (name, answer, pattern) => {
    const stand = await openStandIn((call) =>
      isToken(call) ? token : { status: 200, body: JSON.stringify(answer) },
    );
    const outcome = await testConnection(openedSample(name), { outgoing: stand.outgoing, clock });
    expect(reasonOf(outcome)).toMatch(pattern);
  });

  it.each([
    [200, {}, undefined],
    [401, {}, undefined],
    [403, {}, undefined],
    [403, { 'retry-after': '30' }, true],
    [404, {}, undefined],
    [429, {}, true],
    [500, {}, true],
    [503, {}, true],
  ])('marks a temporary failure: %i with %j', async (status, headers, passing) => {
    const peer = await openHttpPeer(() => ({ status, headers, body: 'no' }));
    expect(await testSentry(peer, longTimeout)).toEqual({
      ok: false,
      reason: expect.any(String),
      ...(passing && { passing }),
    });
  });

  it('marks a missing answer as a temporary failure', async () => {
    expect(await testSentry(await openRawPeer(() => {}))).toMatchObject({ passing: true });
    const stand = await openStandIn(() => ({ status: 503 }));
    const outcome = await testConnection(openedSample('azure'), {
      outgoing: stand.outgoing,
      clock,
    });
    expect(outcome).toMatchObject({ passing: true });
  });

  it('limits its requests to 25 s in total', async () => {
    const requests: OutgoingRequest[] = [];
    const stand = await openStandIn(() => ({ status: 200, body: '{"access_token":"t"}' }));
    const send = (request: OutgoingRequest) => {
      requests.push(request);
      return stand.outgoing(request);
    };
    await testConnection(openedSample('azure'), { outgoing: send, clock });
    const times = requests.map(({ timeoutMs = Infinity }) => timeoutMs);
    expect(times).toHaveLength(2);
    expect(times.reduce((sum, ms) => sum + ms)).toBeLessThan(25_000);
  });
});

describe('the account name that a service returns', () => {
  const testWithName = async (name: unknown) => {
    const stand = await openStandIn(() => ({ status: 200, body: JSON.stringify([{ name }]) }));
    return testConnection(openedSample('sentry'), { outgoing: stand.outgoing, clock });
  };

  it.each<[unknown, string | undefined]>([
    ['Ada', 'Ada'],
    [' A\n\u202eda\u0000 ', 'A da'],
    ['x'.repeat(500), 'x'.repeat(200)],
    [{ a: 1 }, undefined],
    ['', undefined],
    [canary('token'), '••••'],
  ])('is shown for %j as %j', async (name, connected_as) => {
    expect(await testWithName(name)).toEqual({ ok: true, ...(connected_as && { connected_as }) });
  });
});

describe('an integration type without a reading test call', () => {
  const hooks = ['slack', 'ms_teams', 'google_chat', 'webhook'] as const;
  const choice = (name: string): Record<string, string> =>
    name === 'slack' ? { auth_type: 'webhook' } : {};

  it.each(hooks)('sends no message without consent: %s', async (name) => {
    const stand = await openStandIn(() => ({ status: 200, body: 'ok' }));
    const integration = openedSample(name, choice(name));
    const outcome = await testConnection(integration, { outgoing: stand.outgoing, clock });
    expect(outcome).toEqual({ ok: true, untested: expect.stringMatching(/^Only a message shows/) });
    expect(stand.meant).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['slack', /"blocks":/],
    ['ms_teams', /"AdaptiveCard"/],
    ['google_chat', /"cardsV2":/],
    ['webhook', /"event":"test"/],
  ])('sends one message on request: %s', async (name, body) => {
    const stand = await openStandIn(() => ({ status: 202, body: 'ok' }));
    const deps = { outgoing: stand.outgoing, clock };
    const integration = openedSample(name, choice(name));
    expect(await testConnection(integration, deps, { sendMessage: true })).toEqual({ ok: true });
    expect(stand.meant).toHaveLength(1);
    expect(stand.meant[0]).toMatchObject({ method: 'POST', body: expect.stringMatching(body) });
    const signature = stand.meant[0]?.headers['x-hub-signature-256'];
    expect(signature !== undefined).toBe(name === 'webhook');
  });

  it.each(hooks)('reports a refused message without the webhook address: %s', async (name) => {
    const stand = await openStandIn((call) => ({ status: 404, body: JSON.stringify(call) }));
    const deps = { outgoing: stand.outgoing, clock };
    const integration = openedSample(name, choice(name));
    const outcome = await testConnection(integration, deps, { sendMessage: true });
    expect(reasonOf(outcome)).toMatch(/nothing at this address \(status 404\)/);
    expect(reasonOf(outcome)).not.toMatch(/webhook_url|0123456789abcdef/);
  });

  it.each(['rest_api', 'bitbucket'])('reports that it cannot be tested: %s', async (name) => {
    const choices = { auth_type: name === 'bitbucket' ? 'access_token' : 'bearer' };
    const integration = openedSample(name, { test_path: '', ...choices });
    const never = () => Promise.reject(new Error('called'));
    const outcome = await testConnection(integration, { outgoing: never, clock });
    const untested = expect.stringMatching(/no test is possible\.$|^Add a test path/);
    expect(outcome).toEqual({ ok: true, untested });
  });
});

describe('an address in the form of an integration', () => {
  const guarded = outgoing({ allow: [] });
  const types = [
    ['rest_api', 'api_url'],
    ['vault', 'address'],
  ] as const;

  it.each(types)('never leads to this machine or its network for %s', async (name, field) => {
    const canaryPeer = await openHttpPeer(() => ({ status: 200, body: '{}' }));
    const four = Object.values(specialIpv4).flat().flatMap(spellings);
    const six = Object.values(specialIpv6)
      .flat()
      .map((address) => `[${address}]`);
    const urls = [...four, ...six].flatMap((host) => [
      `http://${host}:${canaryPeer.port}`,
      `https://${host}:${canaryPeer.port}/v1`,
    ]);
    const outcomes = await Promise.all(
      urls.map(async (url) => {
        const integration = openedSample(name, { [field]: url });
        return [url, await testConnection(integration, { outgoing: guarded, clock })] as const;
      }),
    );
    const successes = outcomes.filter(([, { ok }]) => ok);
    expect(successes).toEqual([]);
    const otherFailures = outcomes.filter(
      ([, outcome]) => !/not public|has no address that|may be sent/.test(reasonOf(outcome)),
    );
    expect(otherFailures).toEqual([]);
    expect(canaryPeer.connections).toBe(0);
  });
});
