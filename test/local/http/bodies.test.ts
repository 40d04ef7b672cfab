import { limits } from '#lib/kernel/limits.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent, signBody } from '#test/support/findings.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import {
  openSocket,
  parseAnswer,
  readToEnd,
  requestHead,
  sendLargeBody,
  sendRequest,
} from './raw-http.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

const MiB = 1024 * 1024;
const chunked = { 'transfer-encoding': 'chunked' };

const webhook = () => new URL(product.sample.webhook_url).pathname;

/** A finding of exactly `bytes` bytes as JSON. */
const jsonOf = (bytes: number): string => {
  const event = finding('fnd-large', 'LOW');
  const frame = JSON.stringify({ ...event, filler: '' });
  return JSON.stringify({ ...event, filler: 'a'.repeat(bytes - frame.length) });
};

const chunkedBody = (body: string): string => {
  const pieces = body.match(/.{1,100000}/gs) ?? [];
  return `${pieces.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`;
};

/** Sends the body whole with its length, and again in chunks. */
const sendBody = async (target: string, headers: Record<string, string>, body: string) => {
  const socket = openSocket(product.port);
  const answer = readToEnd(socket);
  const all = { host: 'x', connection: 'close', ...headers };
  socket.write(requestHead('POST', target, { ...all, ...chunked }) + chunkedBody(body));
  const whole = await sendRequest(product.port, target, { method: 'POST', headers, body });
  return [whole, parseAnswer(await answer)];
};

describe.each([
  ['one byte less than the limit', -1],
  ['the limit', 0],
])('a body of %s', (_name, offset) => {
  it('is accepted by the webhook address', async () => {
    const body = jsonOf(limits.webhookBody + offset);
    const signature = { 'x-hub-signature-256': signBody(product.sample.secret, body) };
    const headers = { 'content-type': 'application/json', ...signature };
    const answers = await sendBody(webhook(), headers, body);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  });

  it('is read by the API, which names its unknown field', async () => {
    const headers = { authorization: product.api_key };
    const answers = await sendBody('/api/bots', headers, jsonOf(limits.apiBody + offset));
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('Unknown field: id');
      expect(refusalProblemsOf(answer)).toEqual([]);
    }
  });
});

describe('a body of one byte more than the limit', () => {
  it.each([
    ['the webhook address', webhook, limits.webhookBody, false],
    ['the API', () => '/api/bots', limits.apiBody, true],
    ['the identity endpoint', () => '/identity', limits.apiBody, false],
  ])('is refused with 413 by %s', async (_name, target, limit, withKey) => {
    const headers = { ...(withKey && { authorization: product.api_key }) };
    const answers = await sendBody(target(), headers, jsonOf(limit + 1));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } });
      expect(answer.body).toContain(`larger than ${limit / MiB} MiB`);
      expect(refusalProblemsOf(answer)).toEqual([]);
    }
  });
});

describe('a body of 100 MiB', () => {
  const cases: [string, string, () => string, number, boolean][] = [
    ['the webhook address', 'POST', webhook, 413, false],
    ['the API', 'POST', () => '/api/bots', 413, true],
    ['the API without a key', 'POST', () => '/api/bots', 401, false],
    ['a call without a body', 'GET', () => '/api/bots', 413, true],
    ['the identity endpoint', 'POST', () => '/identity', 413, false],
    ['an address that does not exist', 'POST', () => '/nope', 404, false],
    ['an unsupported method', 'PUT', () => '/healthz', 405, false],
    ['a file of the console', 'GET', () => '/app', 400, false],
  ];
  const forms = cases.flatMap((one) => [
    { one, form: 'with its length', headers: { 'content-length': String(100 * MiB) } },
    { one, form: 'in chunks', headers: chunked },
  ]);
  const formCases = forms.map(({ one, form, headers }) => ({
    name: `${one[0]}, ${form}`,
    one,
    headers,
  }));

  it.each(formCases)('is refused before 11 MiB are read: by $name', async ({ one, headers }) => {
    const [, method, target, status, key] = one;
    const authorization = { ...(key && { authorization: product.api_key }) };
    const head = requestHead(method, target(), { host: 'x', ...authorization, ...headers });
    const answer = await sendLargeBody(product.port, head, 100 * MiB, headers === chunked);
    expect(answer).toMatchObject({ status, headers: { connection: 'close' } });
    expect(refusalProblemsOf(answer)).toEqual([]);
    expect(answer.sentBytes).toBeLessThan(11 * MiB);
  });

  it('is refused so that an ordinary client reads the reason every time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const answer = await fetch(product.sample.webhook_url, {
        method: 'POST',
        body: Buffer.alloc(20 * MiB, 'a'),
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({ error: 'The body is larger than 4 MiB.' });
    }
  });
});

describe('an incomplete or empty body', () => {
  it('does not disturb later requests when its sender disconnects', async () => {
    const headers = { host: 'x', authorization: product.api_key, 'content-length': '1000' };
    for (let round = 0; round < 20; round += 1) {
      const socket = openSocket(product.port);
      socket.write(`${requestHead('POST', '/api/bots', headers)}{"name"`, () => socket.destroy());
    }
    const answer = await product.request('GET', 'users/me');
    expect(answer.status).toBe(200);
  });

  it('leaves its connection usable when it is empty', async () => {
    const socket = openSocket(product.port);
    const text = readToEnd(socket);
    const emptyBody = { host: 'x', 'content-length': '0' };
    const last = { host: 'x', connection: 'close' };
    socket.write(requestHead('POST', '/nope', emptyBody) + requestHead('GET', '/healthz', last));
    expect(await text).toMatch(/^HTTP\/1\.1 404 [^]*HTTP\/1\.1 200 /);
  });
});

describe('after all bodies above', () => {
  it('only accepted events are stored, and no error is logged', async () => {
    const { listener_id } = product.sample;
    const { items } = await eventually(
      () => product.api.listeners.listListenerEvents({ listener_id, number_of_items: 100 }),
      ({ items: events }) => events.length > 4,
    );
    // Four of them, plus the one that a new organisation has.
    expect(items).toHaveLength(5);
    expect((await sendSampleEvent(product, finding('fnd-after', 'LOW'))).status).toBe(202);
    expect(product.errors()).not.toContain('"level":"error"');
  });
});
