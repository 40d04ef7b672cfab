import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMail } from '#lib/local/mail.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});

afterEach(() => remove());

const clock = () => Date.parse('2027-03-01T09:05:07.123Z');

const onlyFile = (): { name: string; eml: string } => {
  const [name = '', ...otherFiles] = readdirSync(join(folder, 'mail'));
  expect(otherFiles).toEqual([]);
  return { name, eml: readFileSync(join(folder, 'mail', name), 'utf8') };
};

describe('the mail box of the embedded edition', () => {
  it('stores each message as a file for people and mail programs', async () => {
    const to = ['ada@example.com', 'grace@example.com'];
    await openMail(folder, clock).send({ to, subject: 'Grüße', text: 'Hello,\n世界' });
    const { name, eml } = onlyFile();
    expect(name).toMatch(/^20270301T090507123Z-000001[0-9a-f]{16}\.eml$/);
    expect(eml).toBe(
      [
        'Date: Mon, 01 Mar 2027 09:05:07 +0000',
        'From: Cloudwarden <no-reply@cloudwarden.local>',
        'To: ada@example.com,',
        ' grace@example.com',
        'Subject: =?UTF-8?B?R3LDvMOfZQ==?=',
        `Message-ID: <${name.replace('.eml', '')}@cloudwarden.local>`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        'Hello,',
        '世界',
      ].join('\r\n'),
    );
    expect(statSync(join(folder, 'mail', name)).mode & 0o777).toBe(0o600);
  });

  it('writes lines of at most 998 octets and encoded words of at most 75', async () => {
    const subject = '\u{1F512}ü世'.repeat(60);
    await openMail(folder, clock).send({
      to: Array.from({ length: 50 }, (_, index) => `${'a'.repeat(200)}${index}@example.com`),
      subject,
      text: 'ü'.repeat(5000),
    });
    const lines = onlyFile().eml.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    const words = lines.join('\n').match(/=\?\S+\?=/g) ?? [];
    expect(words.length).toBeGreaterThan(1);
    expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(75);
  });

  it('lists only sent messages, oldest first, with sender and time', async () => {
    const mail = openMail(folder, clock);
    expect(await mail.list()).toEqual([]);
    await mail.send({ to: ['ada@example.com'], subject: 'one', text: '1' });
    await openMail(folder, () => clock() + 1000).send({
      to: ['ada@example.com'],
      subject: 'two',
      text: '2',
    });
    writeFileSync(join(folder, 'mail', 'notes.txt'), 'not a message');
    const both = { from: 'Cloudwarden <no-reply@cloudwarden.local>', to: ['ada@example.com'] };
    expect(await mail.list()).toEqual([
      { ...both, subject: 'one', text: '1', sent_at: '2027-03-01T09:05:07.000Z' },
      { ...both, subject: 'two', text: '2', sent_at: '2027-03-01T09:05:08.000Z' },
    ]);
  });
});
