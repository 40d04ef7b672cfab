import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Refusal } from '#lib/kernel/refusal.ts';
import { dataHeaders, httpsOnlyHeaders } from '#lib/kernel/site-headers.ts';

/** A JSON response in the shape that API Gateway expects from a Lambda. */
export const jsonResponse = (
  status: number,
  body: unknown,
  extraHeaders: Record<string, string> = {},
) => ({
  statusCode: status,
  headers: { ...dataHeaders, ...extraHeaders },
  body: JSON.stringify(body),
});

/** The response for a Refusal. */
export const refusalResponse = (refusal: Refusal, extraHeaders: Record<string, string> = {}) =>
  jsonResponse(refusal.status, refusal.body(), { ...extraHeaders, ...refusal.extra.headers });

/** Adds HSTS to the response of an AWS API that is not behind CloudFront: it is always TLS. */
export const withHsts = ({ headers, ...response }: APIGatewayProxyResult) => ({
  ...response,
  headers: { ...headers, ...httpsOnlyHeaders },
});

/**
 * Maps an error that is not a defect but a state of the machine, such as a full disk, to the
 * Refusal to answer with; undefined for all other errors.
 */
export type Outage = (error: unknown) => Refusal | undefined;
