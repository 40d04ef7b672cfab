import type { Mail } from '#lib/ports/mail.ts';

type Message = Parameters<Mail['send']>[0];

export type OpenMail = {
  mail: Mail;
  /** The messages sent, oldest first. */
  sent(): Promise<Message[]>;
  /** From now on sending a message fails. */
  breakDown(): void;
  close(): unknown;
};

const invitation: Message = {
  to: ['ada@example.com'],
  subject: 'You are invited',
  text: 'Sign in:\n\nhttps://cloudwarden.example/app#/login?a=1&b=2\n',
};

/** The behaviour that every adapter of the mail port must have. */
export const mailContract = (adapter: string, open: () => Promise<OpenMail>): void => {
  describe(`the mail port on ${adapter}`, () => {
    let scene: OpenMail;

    beforeEach(async () => {
      scene = await open();
    });

    afterEach(() => scene.close());

    it.each<[string, Partial<Message>]>([
      ['an invitation', {}],
      ['three recipients', { to: ['a@example.com', "o'b+c@example.org", 'c@sub.example.net'] }],
      ['a long subject in all scripts', { subject: 'Bestätigen \u{1F512}世界 '.repeat(12).trim() }],
      ['a subject that looks encoded', { subject: '=?UTF-8?B?eA==?= and more' }],
      ['a subject with a colon', { subject: 'Approve: Subject: To: x@example.com' }],
      ['a text in all scripts', { text: 'Grüße 世界 \u{1F600}' }],
      ['a text that looks like headers', { text: '\nTo: x@example.com\n\n.\n' }],
      ['a text with lines of a thousand characters', { text: `${'ü'.repeat(1000)}\nend` }],
      ['an empty text', { text: '' }],
    ])('delivers %s', async (_, overrides) => {
      await scene.mail.send({ ...invitation, ...overrides });
      expect(await scene.sent()).toEqual([{ ...invitation, ...overrides }]);
    });

    it('keeps the order of messages', async () => {
      for (const subject of ['one', 'two', 'three']) {
        await scene.mail.send({ ...invitation, subject });
      }
      const sent = await scene.sent();
      expect(sent.map(({ subject }) => subject)).toEqual(['one', 'two', 'three']);
    });

    it.each<[string, Partial<Message>]>([
      ['a line break in the subject', { subject: 'Hello\r\nBcc: x@example.com' }],
      ['a bare line feed in the subject', { subject: 'Hello\nBcc: x@example.com' }],
      ['a bare carriage return in the subject', { subject: 'Hello\rBcc: x@example.com' }],
      ['a line separator in the subject', { subject: 'Hello\u2028Bcc: x@example.com' }],
      ['a NUL in the subject', { subject: 'Hello\u0000' }],
      ['no subject', { subject: '' }],
      ['a line break in an address', { to: ['a@example.com\r\nBcc: x@example.com'] }],
      ['a blank in an address', { to: ['a b@example.com'] }],
      ['a look-alike letter in an address', { to: ['\u212aate@example.com'] }],
      ['no recipient', { to: [] }],
      ['one good and one bad recipient', { to: ['ada@example.com', 'ada'] }],
    ])('refuses %s and delivers nothing', async (_, overrides) => {
      await expect(scene.mail.send({ ...invitation, ...overrides })).rejects.toThrow();
      expect(await scene.sent()).toEqual([]);
    });

    it('throws when a message cannot be delivered', async () => {
      scene.breakDown();
      await expect(scene.mail.send(invitation)).rejects.toThrow();
    });
  });
};
