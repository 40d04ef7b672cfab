import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { selfSigned } from '../outgoing/certificate.ts';
import { idempotencyKey, integrationId, nodeWorld, openedIntegration } from './node-world.ts';

const host = 'mail.example.com';
const identity = selfSigned(host);
const password = 'canary-password-01';
const from = 'bots@example.com';
const mail_server = { type: 'smtp', id: integrationId };
const note = { subject: 'Public bucket é', message: 'Bucket logs is public.' };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type ReceivedMail = { from: string | undefined; to: string[]; text: string };

/** A mail server that accepts one user, and how a node sends through it. */
const openMailServer = async (options: SMTPServerOptions = {}) => {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...identity,
    onAuth: ({ username = '', password: sentPassword }, _, done) =>
      sentPassword === password
        ? done(null, { user: username })
        : done(new Error(`No ${sentPassword}`)),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : undefined;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from: sender, to, text: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as { port: number };
  const send = (settings: object = {}, formValues: Record<string, string> = {}) => {
    const values = { host, port: String(port), user: 'bots', password, from, ...formValues };
    const allow = [`${host}:${port}`];
    const dial = dialer({ allow, lookup: async () => ['127.0.0.1'] }, 500);
    const integrations = [openedIntegration('smtp', values)];
    const world = nodeWorld({ integrations, dial, ca: identity.cert, mail: () => rejectOwnMail() });
    const to = ['anna@example.com', 'ben@example.com'];
    return world.perform('notification', { ...note, to, mail_server, ...settings });
  };
  return { mails, send };
};

const rejectOwnMail = () => {
  throw new Error('Cloudwarden sends no mail that has a mail server of its own.');
};

describe('a mail through a mail server of the organisation', () => {
  it('is sent to all addresses from the sender address of the integration', async () => {
    const { mails, send } = await openMailServer();
    const to = ['anna@example.com', 'ben@example.com'];
    const output = { channel: 'email', to };
    expect(await send()).toEqual({ type: 'done', output, handle: 'next' });
    const [mail, ...otherMails] = mails;
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({ from, to });
    expect(mail?.text).toContain(`From: ${from}`);
    expect(mail?.text).toContain('Subject: =?UTF-8?Q?Public_bucket_=C3=A9?=');
    expect(mail?.text).toContain(note.message);
  });

  it('has the same message ID in every attempt, which does not reveal the run', async () => {
    const { mails, send } = await openMailServer();
    await send();
    await send();
    const ids = mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim());
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@example\.com>$/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[0]).not.toContain(idempotencyKey);
  });

  it('reports the addresses that the server refuses when it accepts others', async () => {
    const { mails, send } = await openMailServer({
      onRcptTo: ({ address }, _, done) =>
        address.startsWith('ben') ? done(new Error('No such user')) : done(),
    });
    expect(await send()).toMatchObject({
      type: 'done',
      output: { refused: ['ben@example.com'] },
    });
    expect(mails.map(({ to }) => to)).toEqual([['anna@example.com']]);
  });

  it.each<[string, SMTPServerOptions, Record<string, string>, object]>([
    [
      'the password is wrong',
      {},
      { password: 'canary-wrong-01' },
      { error: expect.stringMatching(/does not accept "User name" and "Password"/), retry: 'no' },
    ],
    [
      'the server accepts no address',
      { onRcptTo: (_address, _session, done) => done(new Error('No such user')) },
      {},
      { error: expect.stringMatching(/Check "Sender address", and the addresses/), retry: 'no' },
    ],
    [
      'the server is busy',
      {
        onMailFrom: (_address, _session, done) =>
          done(Object.assign(new Error('Try later'), { responseCode: 451 })),
      },
      {},
      { error: expect.stringMatching(/does not accept mail from this sender/) },
    ],
  ])(
    'fails with an error that hides the password when %s',
    async (_, options, formValues, expected) => {
      const { mails, send } = await openMailServer(options);
      const outcome = await send({}, formValues);
      expect(outcome).toEqual({ type: 'failed', ...expected });
      expect(JSON.stringify(outcome)).not.toContain('canary');
      expect(mails).toEqual([]);
    },
  );

  it('is not sent when the mail server has a private address', async () => {
    const dial = dialer({ allow: [], lookup: async () => ['10.0.0.7'] }, 500);
    const values = { host, port: '587', user: 'bots', password, from };
    const world = nodeWorld({ integrations: [openedIntegration('smtp', values)], dial });
    const outcome = await world.perform('notification', {
      ...note,
      to: ['anna@example.com'],
      mail_server,
    });
    expect(outcome).toMatchObject({ type: 'failed', error: expect.stringMatching(/private/i) });
  });

  it('is described by a dry run', () => {
    const settings = { ...note, to: ['anna@example.com'], mail_server };
    expect(nodeWorld().begin('notification', settings)).toMatchObject({
      pretend: { would: expect.stringMatching(/through your own mail server$/) },
    });
  });
});
