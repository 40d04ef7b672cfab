import { createHmac } from 'node:crypto';

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/**
 * Headers by which a receiver verifies a webhook. `x-hub-signature-256`, which listeners accept by
 * default, is `sha256=` and the HMAC-SHA256 of the raw body in hexadecimal. A receiver that rejects
 * old calls checks `x-cloudwarden-signature` instead: `v1=` and the HMAC of the text
 * `<x-cloudwarden-timestamp>.<raw body>`, with the timestamp in seconds since the epoch.
 */
export const signatureHeaders = (
  secret: string,
  body: string,
  now: number,
): Record<string, string> => {
  const timestamp = String(Math.floor(now / 1000));
  return {
    'x-hub-signature-256': `sha256=${hmac(secret, body)}`,
    'x-cloudwarden-timestamp': timestamp,
    'x-cloudwarden-signature': `v1=${hmac(secret, `${timestamp}.${body}`)}`,
  };
};
