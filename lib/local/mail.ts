import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { mailMessage } from '#lib/kernel/mail-message.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { fromEml, type SentMessage, toEml } from './eml.ts';
import { writeAtomically } from './atomic-write.ts';

export type MailBox = Mail & {
  /** The messages sent, oldest first. */
  list(): Promise<SentMessage[]>;
};

/** Cannot receive replies: these messages never leave the machine. */
const from = 'Cloudwarden <no-reply@cloudwarden.local>';

/**
 * Stores every message as `mail/<time>-<random>.eml` in the data folder, where the operator can
 * read it. A message that is not a `mailMessage` throws a ZodError.
 */
export const openMail = (folder: string, clock: Clock): MailBox => {
  const box = join(folder, 'mail');
  let sent = 0;

  return {
    send: async (message) => {
      const valid = mailMessage.parse(message);
      const time = isoTime(clock());
      sent += 1;
      const order = String(sent).padStart(6, '0');
      const name = `${time.replace(/[-:.]/g, '')}-${order}${randomBytes(8).toString('hex')}`;
      const eml = toEml({ ...valid, from, sent_at: time }, `${name}@cloudwarden.local`);
      await writeAtomically(join(box, `${name}.eml`), eml, join(folder, 'mail-incoming'));
    },
    list: async () => {
      await mkdir(box, { recursive: true, mode: 0o700 });
      const names = (await readdir(box)).filter((name) => name.endsWith('.eml')).sort();
      const texts = await Promise.all(names.map((name) => readFile(join(box, name), 'utf8')));
      return texts.map(fromEml);
    },
  };
};
