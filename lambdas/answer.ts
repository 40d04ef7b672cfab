import type { Refusal } from '#lib/kernel/refusal.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** An answer of JSON as API Gateway takes it from a Lambda. */
export const answer = (status: number, body: unknown, more: Record<string, string> = {}) => ({
  statusCode: status,
  headers: { ...headers, ...more },
  body: JSON.stringify(body),
});

/** The answer that a refusal is. */
export const refused = (refusal: Refusal, more: Record<string, string> = {}) =>
  answer(refusal.status, refusal.body(), { ...more, ...refusal.extra.headers });

/**
 * What an error is answered that is no defect, but a state of the machine: a full disk, for one.
 * Undefined for every other.
 */
export type Outage = (error: unknown) => Refusal | undefined;
