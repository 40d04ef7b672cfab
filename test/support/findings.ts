import { createHmac } from 'node:crypto';
import type { Embedded } from './embedded.ts';

export const signBody = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** A finding like those that the sample listener receives. */
export const finding = (id: string, severity = 'HIGH') => ({
  id,
  severity,
  title: 'CryptoCurrency:EC2/BitcoinTool.B!DNS',
  resources: [
    { id: 'i-0a1', name: 'web-1', region: 'eu-west-1' },
    { id: 'i-0b2', name: 'web-2', region: 'eu-west-1' },
  ],
});

/** Sends a signed event to the sample listener. */
export const sendSampleEvent = async (
  { sample }: Pick<Embedded, 'sample'>,
  event: object,
  headers: Record<string, string> = {},
) => {
  const body = JSON.stringify(event);
  const answer = await fetch(sample.webhook_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signBody(sample.secret, body),
      ...headers,
    },
    body,
  });
  const responseBody: { event_id: string; duplicate?: true } = JSON.parse(await answer.text());
  return { status: answer.status, headers: answer.headers, body: responseBody };
};
