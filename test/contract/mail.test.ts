import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { openMail as openWithSes } from '#lib/aws/mail.ts';
import { openMail as openMailBox } from '#lib/local/mail.ts';
import { clientOf } from '#test/support/loopback.ts';
import { openSes } from '#test/support/ses-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { mailContract } from './mail.contract.ts';

mailContract('the embedded server', async () => {
  const { folder, remove } = temporaryFolder();
  const mail = openMailBox(folder, () => Date.parse('2027-01-31T12:00:00Z'));
  return {
    mail,
    sent: async () => (await mail.list()).map(({ to, subject, text }) => ({ to, subject, text })),
    breakDown: () => writeFileSync(join(folder, 'mail'), 'not a folder'),
    close: remove,
  };
});

mailContract('SES', async () => {
  const server = await openSes();
  const client = new SESv2Client(clientOf(server));
  return {
    mail: openWithSes({ client, from: 'no-reply@cloudwarden.example' }),
    sent: async () =>
      server.sent.map(({ Destination, Content: { Simple } }) => ({
        to: Destination.ToAddresses,
        subject: Simple.Subject.Data,
        text: Simple.Body.Text.Data,
      })),
    breakDown: () => {
      server.refusing = true;
    },
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
});
