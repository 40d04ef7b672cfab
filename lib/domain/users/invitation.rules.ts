import type { MailMessage } from '#lib/kernel/mail-message.ts';

type Invitation = {
  email: string;
  name: string;
  organisation: string;
  inviter: { name: string; user_id: string };
  site: { url: string };
};

/** Tells somebody that they may sign in. The first password comes from who invites them. */
export const invitation = ({
  email,
  name,
  organisation,
  inviter,
  site,
}: Invitation): MailMessage => ({
  to: [email],
  subject: `Your invitation to ${organisation} on Cloudwarden`,
  text: [
    `Hello ${name},`,
    '',
    `${inviter.name} (${inviter.user_id}) has invited you to ${organisation} on Cloudwarden.`,
    '',
    `Sign in at ${site.url}/app as ${email}. Ask ${inviter.name} for your first password: you`,
    'choose one of your own when you sign in with it.',
  ].join('\n'),
});
