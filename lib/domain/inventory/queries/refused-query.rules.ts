import { badRequest, Refusal } from '#lib/kernel/refusal.ts';
import type { failedQuery } from './inventory-query.schema.ts';
import type * as z from 'zod';

/** Seconds after which a rejected query may be tried again. */
const retryAfterSeconds = '5';

/** The `Refusal` for SQL that failed: 429 if the queue was full, otherwise 400. */
export const queryRefusalOf = ({ error, busy }: z.infer<typeof failedQuery>): Refusal =>
  busy
    ? new Refusal(429, error, { headers: { 'retry-after': retryAfterSeconds } })
    : badRequest(error, { field: 'sql' });
