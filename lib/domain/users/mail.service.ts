import type { Database } from '#lib/kernel/database.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { preferencesLine, wantsMail } from './mail.rules.ts';
import type { NoticeKind } from './mail.schema.ts';
import { userStore } from './user.store.ts';

type MailAudience = {
  tenant_id: string;
  kind: NoticeKind;
  to: readonly string[];
  /** Whether addresses of no user get the mail too, such as those that a bot's author entered. */
  strangers?: boolean;
};

/** Those of the given people who want a mail of this kind. */
export const findRecipients = async (
  db: Database,
  { tenant_id, kind, to, strangers = false }: MailAudience,
): Promise<string[]> => {
  const users = userStore(db, tenant_id);
  const wants = await Promise.all(
    to.map(async (id) => {
      const one = await users.get(id);
      return one ? wantsMail(one.settings, kind) : strangers;
    }),
  );
  return to.filter((_, at) => wants[at]);
};

type PeopleMail = MailAudience & {
  subject: string;
  /** Paragraphs; empty ones are left out. */
  text: readonly string[];
};

/**
 * Sends a mail of a kind that people can switch off; its last line says where. People who have
 * switched this kind off do not get it.
 */
export const mailPeople = async (
  { db, mail, site }: { db: Database; mail: Mail; site: { url: string } },
  { subject, text, ...recipientQuery }: PeopleMail,
): Promise<void> => {
  const to = await findRecipients(db, recipientQuery);
  if (to.length === 0) return;
  const all = [...text.filter(Boolean), preferencesLine(site)];
  await mail.send({ to, subject, text: all.join('\n\n') });
};
