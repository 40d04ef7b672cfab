import type { MailMessage } from '#lib/kernel/mail-message.ts';
import { nameInMail } from '#lib/kernel/display-text.ts';

type Invitation = {
  email: string;
  name: string;
  organisation: string;
  inviter: { name: string; user_id: string };
  site: { url: string };
};

/** The mail that invites a new user. The inviter passes on the first password personally. */
export const invitation = ({ email, name, site, ...from }: Invitation): MailMessage => {
  const [organisation, inviter] = [nameInMail(from.organisation), nameInMail(from.inviter.name)];
  return {
    to: [email],
    subject: `Your invitation to ${organisation} on Cloudwarden`,
    text: [
      `Hello ${nameInMail(name)},`,
      '',
      `${inviter} (${from.inviter.user_id}) has invited you to ${organisation} on Cloudwarden.`,
      '',
      `Sign in at ${site.url}/app as ${email}. Ask ${inviter} for your first password: you`,
      'choose one of your own when you sign in with it.',
    ].join('\n'),
  };
};
