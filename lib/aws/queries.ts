import * as z from 'zod';
import {
  failedQuery,
  inventoryAnswer,
  queryTookTooLong,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';
import { type AskedFunction, askFunction } from './asked-function.ts';

const outcome = z.union([failedQuery, inventoryAnswer]);

type Options = AskedFunction & {
  /** How long the caller can wait (ms). */
  patience: number;
};

/** Runs queries in a separate function: the database needs more memory than its callers. */
export const openQueries = ({ patience, ...to }: Options): Queries => ({
  async ask(asked) {
    const signal = AbortSignal.timeout(patience);
    try {
      const found = await askFunction(to, asked, { signal, does: 'queries the inventory' });
      return found === 'late' ? { error: queryTookTooLong } : outcome.parse(found.answer);
    } catch (error) {
      if (signal.aborted) return { error: queryTookTooLong };
      throw error;
    }
  },
});
