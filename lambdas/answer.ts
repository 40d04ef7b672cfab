import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Refusal } from '#lib/kernel/refusal.ts';
import { dataHeaders, httpsOnly } from '#lib/kernel/site-headers.ts';

/** An answer of JSON as API Gateway takes it from a Lambda. */
export const answer = (status: number, body: unknown, more: Record<string, string> = {}) => ({
  statusCode: status,
  headers: { ...dataHeaders, ...more },
  body: JSON.stringify(body),
});

/** The answer that a refusal is. */
export const refused = (refusal: Refusal, more: Record<string, string> = {}) =>
  answer(refusal.status, refusal.body(), { ...more, ...refusal.extra.headers });

/** The same answer for an API of AWS that CloudFront does not stand in front of: it speaks TLS. */
export const overTls = ({ headers, ...answered }: APIGatewayProxyResult) => ({
  ...answered,
  headers: { ...headers, ...httpsOnly },
});

/**
 * What an error is answered that is no defect, but a state of the machine: a full disk, for one.
 * Undefined for every other.
 */
export type Outage = (error: unknown) => Refusal | undefined;
