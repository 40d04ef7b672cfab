import { createHmac } from 'node:crypto';
import { isAuthentic } from '#lib/domain/listeners/listener.rules.ts';
import { authConfigs } from '#lib/domain/listeners/listener.schema.ts';
import { check } from '#lib/engine/check.ts';
import { type MailMessage, mailMessage } from '#lib/kernel/mail-message.ts';
import { draw } from '#test/support/drawing.ts';
import { closePeers, openHttpPeer, type Reply } from '../outgoing/peer.ts';
import { idempotencyKey, integrationId, nodeWorld, now, openedIntegration } from './node-world.ts';

afterEach(closePeers);

const note = { subject: 'Public bucket', message: 'Bucket logs is public.' };

describe('a notification by mail', () => {
  const send = async (settings: object, fails?: Error) => {
    const mails: MailMessage[] = [];
    const mail = (message: MailMessage) => {
      if (fails) throw fails;
      mails.push(mailMessage.parse(message));
    };
    const world = nodeWorld({ mail });
    const outcome = await world.perform('notification', { ...note, ...settings });
    return { outcome, mails, logged: world.logged };
  };

  it('is sent to each address once and ends with its link', async () => {
    const link = 'https://console.example/app#/runs/1';
    const to = ['Anna@Example.com', ['ben@example.com', ['anna@example.com']], null];
    const { outcome, mails } = await send({ to, link });
    const addresses = ['anna@example.com', 'ben@example.com'];
    expect(mails).toEqual([
      { to: addresses, subject: note.subject, text: `${note.message}\n\n${link}` },
    ]);
    const output = { channel: 'email', to: addresses };
    expect(outcome).toEqual({ type: 'done', output, handle: 'next' });
  });

  it('has a subject of one line and limited length', async () => {
    const subject = `a\r\nBcc: eve@example.com\u2028\u0000 ${'x'.repeat(500)}`;
    const { mails } = await send({ to: ['anna@example.com'], subject });
    expect(mails[0]?.subject).toMatch(/^a Bcc: eve@example.com x+…$/);
    expect(mails[0]?.to).toEqual(['anna@example.com']);
  });

  it('contains a message that is data as JSON', async () => {
    const { mails } = await send({ to: ['anna@example.com'], message: { a: [1] } });
    expect(JSON.parse(mails[0]?.text ?? '')).toEqual({ a: [1] });
  });

  it.each<[object, RegExp]>([
    [{ to: [] }, /nobody to send it to/],
    [{ to: [null, []] }, /nobody to send it to/],
    [{ to: ['anna'] }, /"anna" is not an e-mail address/],
    [{ to: ['a@example.com, b@example.com'] }, /is not an e-mail address/],
    [{ to: ['a@example.com\nBcc: b@example.com'] }, /is not an e-mail address/],
    [{ to: [{ a: 1 }] }, /\{"a":1\} is not an e-mail address/],
    [{ to: ['a@example.com'], subject: ' \n' }, /The subject is empty/],
    [{ to: ['a@example.com'], message: ' ' }, /The message is empty/],
    [{ to: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`) }, /more than 50 addresses/],
  ])('is not sent with the settings %j', async (settings, pattern) => {
    const { outcome, mails } = await send(settings);
    expect(outcome).toMatchObject({ error: expect.stringMatching(pattern), retry: 'no' });
    expect(mails).toEqual([]);
  });

  it('allows a retry after a failed delivery and logs no reason of the failure', async () => {
    const { outcome, logged } = await send({ to: ['a@example.com'] }, new Error('secret reason'));
    expect(outcome).toEqual({
      type: 'failed',
      error: 'The mail could not be sent. Try again, or contact the operator.',
    });
    expect(logged).toEqual(['A mail of a bot could not be sent.']);
  });
});

const webhook = { type: 'webhook', id: integrationId };
const slack = { type: 'slack', id: integrationId };

describe('a notification to a webhook', () => {
  const secret = 'canary-signing-secret';

  const open = async (reply: Reply = { status: 202 }, formValues: Record<string, string> = {}) => {
    const peer = await openHttpPeer(() => reply);
    const values = { url: `${peer.url}/in?a=1`, signing_secret: secret, ...formValues };
    const world = nodeWorld({
      allow: [peer.pair],
      integrations: [openedIntegration('webhook', values)],
    });
    const defaults = { channel: 'webhook', integration: webhook };
    const send = (settings: object = {}) =>
      world.perform('notification', { ...defaults, ...note, ...settings });
    return { peer, send };
  };

  it('is posted as JSON with its id, subject, message and data', async () => {
    const { peer, send } = await open();
    const data = { finding: [1, null] };
    expect(await send({ data })).toEqual({
      type: 'done',
      output: { channel: 'webhook', status: 202 },
      handle: 'next',
    });
    const [sentRequest] = peer.seen;
    expect([sentRequest?.method, sentRequest?.path]).toEqual(['POST', '/in?a=1']);
    expect(JSON.parse(sentRequest?.body ?? '')).toEqual({ id: idempotencyKey, ...note, data });
    expect(sentRequest?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    });
  });

  it('is signed over its raw body, and again over its time and body', async () => {
    const { peer, send } = await open();
    await send({ message: 'é😀' });
    const { headers = {}, body = '' } = peer.seen[0] ?? {};
    const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const time = String(now / 1000);
    expect(headers['x-hub-signature-256']).toBe(`sha256=${hmac(body)}`);
    expect(headers['x-cloudwarden-timestamp']).toBe(time);
    expect(headers['x-cloudwarden-signature']).toBe(`v1=${hmac(`${time}.${body}`)}`);
    expect(JSON.stringify(peer.seen)).not.toContain(secret);
  });

  it('is authentic for a listener with the same signing secret', async () => {
    const { peer, send } = await open();
    await send();
    const { headers = {}, body = '' } = peer.seen[0] ?? {};
    const lists = Object.entries(headers).map(([name, value]) => [name, [value].flat()]);
    const call = { headers: Object.fromEntries(lists), query: {}, body: Buffer.from(body) };
    const auth = authConfigs.parse({ auth_type: 'signature', headers: {} });
    expect(isAuthentic(auth, [secret], call)).toBe(true);
    expect(isAuthentic(auth, ['another'], call)).toBe(false);
  });

  it('has the same body in every attempt', async () => {
    const { peer, send } = await open();
    await send({ data: 1 });
    await send({ data: 1 });
    expect(peer.seen[0]?.body).toBe(peer.seen[1]?.body);
  });

  it('is not posted to a private address', async () => {
    const { peer, send } = await open({ status: 202 }, { url: 'http://127.0.0.1:1/in' });
    expect(await send()).toMatchObject({
      error: expect.stringContaining('not public'),
      retry: 'no',
    });
    expect(peer.connections).toBe(0);
  });

  it('fails on a redirect', async () => {
    const { send } = await open({ status: 307, headers: { location: 'https://a.example/' } });
    const error = expect.stringContaining('redirects to another address');
    expect(await send()).toMatchObject({ type: 'failed', error, retry: 'no' });
  });
});

describe('starting a notification node', () => {
  it.each<[object, string, object]>([
    [
      { to: ['a@example.com', 'b@example.com'] },
      'send "Public bucket" to a@example.com, b@example.com',
      { channel: 'email', to: ['a@example.com', 'b@example.com'], ...note },
    ],
    [
      { channel: 'slack', integration: slack, link: 'https://a.example/x' },
      'send a message to Slack',
      { channel: 'slack', integration: slack, link: 'https://a.example/x', ...note },
    ],
    [
      { channel: 'webhook', integration: webhook, data: 1 },
      'send a signed message to a webhook',
      { channel: 'webhook', integration: webhook, ...note },
    ],
  ])('records the input and describes the dry run: %j', (settings, effectText, input) => {
    expect(nodeWorld().begin('notification', { ...note, ...settings })).toEqual({
      type: 'effect',
      input,
      pretend: {
        type: 'done',
        output: { dry_run: true, would: effectText },
        handle: 'next',
        would: effectText,
      },
    });
  });
});

describe('the settings of a notification node', () => {
  const problems = (settings: object) =>
    check(draw('start -> n:notification -> end', { n: { ...note, ...settings } })).map(
      ({ message }) => message,
    );

  it.each<[object, string]>([
    [{}, '"n", To: Enter an address.'],
    [{ to: ['a@example.com'], subject: '' }, '"n", Subject: Enter a subject.'],
    [{ to: ['a@example.com'], message: '' }, '"n", Message: Enter a message.'],
    [{ channel: 'slack' }, '"n", Integration: Choose one of the integrations.'],
    [
      { channel: 'webhook', integration: { type: 'webhook' } },
      '"n", Integration: Choose one of the integrations.',
    ],
    [
      { channel: 'webhook', integration: slack },
      '"n", Integration: This integration does not fit the channel. ' +
        'Choose one of the right type.',
    ],
    [
      { channel: 'slack', integration: slack, link: 'x' },
      '"n", Link: Start with https:// or http://.',
    ],
  ])('have exactly one problem: %j', (settings, message) => {
    expect(problems(settings)).toEqual([message]);
  });

  it.each([
    { to: ['{% $event.owner %}'] },
    { channel: 'ms_teams', integration: { type: 'ms_teams', id: integrationId }, subject: '' },
    { channel: 'webhook', integration: webhook },
    { channel: 'slack', integration: slack, link: '{% $site.url %}' },
  ])('are complete: %j', (settings) => {
    expect(problems(settings)).toEqual([]);
  });
});
