import * as z from 'zod';
import { awsError, type Loopback, openLoopback } from './loopback.ts';

const text = z.strictObject({ Data: z.string(), Charset: z.literal('UTF-8') });

/** The requests that the product may send to SES: anything else is rejected. */
const sendEmail = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.array(z.string()).max(50) }),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: text, Body: z.strictObject({ Text: text }) }),
  }),
});

export type SesServer = Loopback & {
  sent: z.infer<typeof sendEmail>[];
  /** While true, every message is rejected. */
  refusing: boolean;
};

/** Implements SendEmail of SES. */
export const openSes = async (): Promise<SesServer> => {
  const sent: z.infer<typeof sendEmail>[] = [];
  const loopback = await openLoopback(({ method, path, body }) => {
    if (`${method} ${path}` !== 'POST /v2/email/outbound-emails') return awsError('NotFound');
    if (server.refusing) return awsError('MessageRejected', 'Email address is not verified.');
    sent.push(sendEmail.parse(JSON.parse(body.toString())));
    const answer = JSON.stringify({ MessageId: `message-${sent.length}` });
    return { headers: { 'content-type': 'application/json' }, body: answer };
  });
  const server: SesServer = { ...loopback, sent, refusing: false };
  return server;
};
