import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Refusal } from '#lib/kernel/refusal.ts';
import { dataHeaders, httpsOnly } from '#lib/kernel/site-headers.ts';

/** A JSON response in the shape that API Gateway expects from a Lambda. */
export const answer = (status: number, body: unknown, more: Record<string, string> = {}) => ({
  statusCode: status,
  headers: { ...dataHeaders, ...more },
  body: JSON.stringify(body),
});

/** The response for a Refusal. */
export const refused = (refusal: Refusal, more: Record<string, string> = {}) =>
  answer(refusal.status, refusal.body(), { ...more, ...refusal.extra.headers });

/** Adds HSTS to the response of an AWS API that is not behind CloudFront: it is always TLS. */
export const overTls = ({ headers, ...answered }: APIGatewayProxyResult) => ({
  ...answered,
  headers: { ...headers, ...httpsOnly },
});

/**
 * Maps an error that is not a defect but a state of the machine, such as a full disk, to the
 * Refusal to answer with; undefined for all other errors.
 */
export type Outage = (error: unknown) => Refusal | undefined;
