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
  patience: number;
};

/** Runs queries in a separate function: the database needs more memory than its callers. */
export const openQueries = ({ patience, ...to }: Options): Queries => ({
  async ask(asked) {
    const signal = AbortSignal.timeout(patience);
    try {
      const found = await invokeFunction(to, asked, { signal, does: 'queries the inventory' });
      return found === 'late' ? { error: queryTooSlowText } : outcome.parse(found.answer);
    } catch (error) {
      if (signal.aborted) return { error: queryTooSlowText };
      throw error;
    }
  },
});
