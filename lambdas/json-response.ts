import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Refusal } from '#lib/kernel/refusal.ts';
import { dataHeaders, httpsOnlyHeaders } from '#lib/kernel/site-headers.ts';

/** A JSON response in the shape that API Gateway expects from a Lambda. */
export const jsonResponse = (status: number, body: unknown, more: Record<string, string> = {}) => ({
  statusCode: status,
  headers: { ...dataHeaders, ...more },
  body: JSON.stringify(body),
});

/** The response for a Refusal. */
export const refusalResponse = (refusal: Refusal, more: Record<string, string> = {}) =>
  jsonResponse(refusal.status, refusal.body(), { ...more, ...refusal.extra.headers });

/** Adds HSTS to the response of an AWS API that is not behind CloudFront: it is always TLS. */
export const withHsts = ({ headers, ...answered }: APIGatewayProxyResult) => ({
  ...answered,
  headers: { ...headers, ...httpsOnlyHeaders },
});

/**
 * Maps an error that is not a defect but a state of the machine, such as a full disk, to the
 * Refusal to answer with; undefined for all other errors.
 */
export type Outage = (error: unknown) => Refusal | undefined;
