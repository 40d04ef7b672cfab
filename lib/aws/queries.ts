import * as z from 'zod';
import {
  failedQuery,
  inventoryAnswer,
  queryTooSlowText,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';
import { type InvokableFunction, invokeFunction } from './invoke-function.ts';

const outcome = z.union([failedQuery, inventoryAnswer]);

type Options = InvokableFunction & {
  /** How long the caller can wait (ms). */
  maxWaitMs: number;
};

/** Runs queries in a separate function: the database needs more memory than its callers. */
export const openQueries = ({ maxWaitMs, ...to }: Options): Queries => ({
  async ask(request) {
    const signal = AbortSignal.timeout(maxWaitMs);
    try {
      const found = await invokeFunction(to, request, { signal, purpose: 'queries the inventory' });
      return found === 'late' ? { error: queryTooSlowText } : outcome.parse(found.answer);
    } catch (error) {
      if (signal.aborted) return { error: queryTooSlowText };
      throw error;
    }
  },
});
