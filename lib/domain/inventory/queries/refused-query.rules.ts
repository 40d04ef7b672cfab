import { badRequest, Refusal } from '#lib/kernel/refusal.ts';
import type { failedQuery } from './inventory-query.schema.ts';
import type * as z from 'zod';

/** Seconds after which a query that was not answered for others may be asked again. */
const later = '5';

/** What a call is refused with whose SQL has no answer. */
export const refusedQuery = ({ error, busy }: z.infer<typeof failedQuery>): Refusal =>
  busy
    ? new Refusal(429, error, { headers: { 'retry-after': later } })
    : badRequest(error, { field: 'sql' });
