import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { mailMessage } from '#lib/kernel/mail-message.ts';
import type { Mail } from '#lib/ports/mail.ts';

/**
 * Sends mail by SES from a verified address. Throws a ZodError for a message that is not a
 * `mailMessage`.
 */
export const openMail = ({ client, from }: { client: SESv2Client; from: string }): Mail => ({
  send: async (message) => {
    const { to, subject, text } = mailMessage.parse(message);
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: to },
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
          },
        },
      }),
    );
  },
});
