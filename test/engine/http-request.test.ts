import { httpRequestSettings } from '#lib/domain/bots/nodes/http-request.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();

/** The result of one request node in its own run. */
const request = async (settings: Record<string, unknown>, input: unknown = {}) => {
  const world = engineWorld(database, [target.pair()]);
  const graph = draw('start -> fix:http_request -> end', {
    fix: { url: target.url('fix'), ...settings },
  });
  const id = await world.start(graph, input);
  const { results, errors } = await world.drive(id);
  return { id, fix: results.fix, errors, output: results.fix?.output as Record<string, unknown> };
};

describe('the settings of an HTTP request node', () => {
  it.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', ' Upgrade '])(
    'refuse the header %s with an error at its field',
    (name) => {
      const settings = { url: 'https://api.example', headers: [{ name, value: 'x' }] };
      const issue = httpRequestSettings.safeParse(settings).error?.issues[0];
      expect([issue?.path, issue?.message]).toEqual([
        ['headers', 0, 'name'],
        'Cloudwarden sets this header itself. Remove it.',
      ]);
    },
  );
});

describe('the request that an HTTP request node sends', () => {
  it('has the configured method, address, headers and an idempotency key', async () => {
    const settings = {
      method: 'DELETE',
      url: `${target.url('hosts')}/{% $event.host %}?dry={% true %}`,
      headers: [
        { name: 'X-Reason', value: 'finding {% $event.id %}' },
        { name: 'X-Count', value: '{% 1 + 1 %}' },
      ],
    };
    const { id } = await request(settings, { host: 'h1', id: 'f-1' });
    const [sentRequest] = target.seen;
    expect([sentRequest?.method, sentRequest?.path]).toEqual(['DELETE', '/hosts/h1']);
    expect(sentRequest?.headers).toMatchObject({
      'x-reason': 'finding f-1',
      'x-count': '2',
      'idempotency-key': `${id}:fix:0`,
    });
  });

  it('uses the idempotency key of its settings', async () => {
    const headers = [{ name: 'Idempotency-Key', value: '{% $event.id %}' }];
    await request({ headers }, { id: 'f-1' });
    expect(target.keys()).toEqual(['f-1']);
  });

  it.each<[string, Record<string, unknown>, string, string | undefined]>([
    ['an object as JSON', { body: "{% {'a': [1, null]} %}" }, '{"a":[1,null]}', 'application/json'],
    ['a list as JSON', { body: '{% [1, 2] %}' }, '[1,2]', 'application/json'],
    ['a text as it is', { body: 'a={% $event.id %}' }, 'a=f-1', undefined],
    [
      'the content type from its headers',
      { body: "{% {'a': 1} %}", headers: [{ name: 'content-type', value: 'application/x+json' }] },
      '{"a":1}',
      'application/x+json',
    ],
    ['an empty body for a missing value', { body: '{% $event.absent %}' }, '', undefined],
  ])('contains %s', async (_name, settings, body, type) => {
    await request({ method: 'POST', ...settings }, { id: 'f-1' });
    const [sentRequest] = target.seen;
    expect([String(sentRequest?.body), sentRequest?.headers['content-type']]).toEqual([body, type]);
  });
});

describe('the output of an HTTP request node', () => {
  it.each<[string, string, string, unknown]>([
    ['JSON as data', 'application/json; charset=utf-8', '{"a":[1]}', { a: [1] }],
    ['JSON of a vendor', 'application/problem+json', '{"a":1}', { a: 1 }],
    ['a text as text', 'text/plain', '{"a":1}', '{"a":1}'],
    ['invalid JSON as text', 'application/json', '{"a":', '{"a":'],
    ['an empty body as empty text', 'application/json', '', ''],
  ])('contains %s', async (_name, type, body, expected) => {
    target.answer = () => ({ status: 201, headers: { 'content-type': type }, body });
    const { output } = await request({});
    const headers = { 'content-type': type };
    expect(output).toMatchObject({ status: 201, body: expected, headers });
  });

  it('contains any JSON exactly', async () => {
    const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
    const body = `{"big":1e300,"small":1e-200,"":0,"deep":${deep},"text":"\\u0000é😀"}`;
    target.answer = () => ({ headers: { 'content-type': 'application/json' }, body });
    const { output } = await request({});
    expect(output.body).toEqual(JSON.parse(body));
  });
});

describe('a failing HTTP request node', () => {
  it('fails on an error status and keeps the response', async () => {
    target.answer = () => ({
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: '{"why":"no"}',
    });
    const { fix, errors } = await request({});
    const reason = `${target.pair()} answered with status 403.`;
    expect(fix).toMatchObject({
      status: 'FAILED',
      error: reason,
      output: { status: 403, body: { why: 'no' } },
    });
    expect(errors).toEqual([`"fix" failed. ${reason}`]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['for an internal address', { url: 'http://169.254.169.254/latest' }, '169.254.169.254'],
    ['for an address that is not text', { url: '{% 5 %}' }, 'The URL is not text.'],
    ['for a missing address', { url: '{% $event.absent %}' }, 'The URL is not text.'],
    ['for a list as a header', { headers: [{ name: 'a', value: '{% [1] %}' }] }, 'The headers'],
    ['for a line break', { headers: [{ name: 'a', value: "{% 'x\\ny' %}" }] }, 'header'],
  ])('fails %s before it sends a request', async (_name, settings, reason) => {
    const { fix } = await request(settings);
    expect(fix).toMatchObject({ status: 'FAILED', error: expect.stringContaining(reason) });
    expect(fix?.error).not.toContain('unexpectedly');
    expect(target.seen).toEqual([]);
  });
});

describe('the recorded input of an HTTP request node', () => {
  it('hides credentials', async () => {
    const { fix } = await request({
      method: 'POST',
      headers: [
        { name: 'Authorization', value: 'Bearer abc' },
        { name: 'X-Api-Key', value: 'abc' },
        { name: 'Accept', value: 'text/plain' },
      ],
      body: "{% {'a': 1} %}",
    });
    expect(fix?.input).toEqual({
      method: 'POST',
      url: target.url('fix'),
      headers: { Authorization: '••••', 'X-Api-Key': '••••', Accept: 'text/plain' },
      body: '{"a":1}',
    });
    expect(target.seen[0]?.headers.authorization).toBe('Bearer abc');
  });

  it('is cut when it is long', async () => {
    const settings = { method: 'POST', body: '{% $event.text %}' };
    const { fix } = await request(settings, { text: 'x'.repeat(30_000) });
    expect(JSON.stringify(fix?.input).length).toBeLessThan(3000);
    expect(target.seen[0]?.body.length).toBe(30_000);
  });
});
