import * as z from 'zod';
import type { ModelAnswer, Models } from '#lib/ports/model.ts';
import { type AskedFunction, askFunction } from './asked-function.ts';

/** The function is ours, and gives the answer of the port as it got it. */
const answer = z.custom<ModelAnswer>(
  (value) => z.object({ type: z.enum(['answered', 'failed']) }).safeParse(value).success,
);

const tookTooLong: ModelAnswer = {
  type: 'failed',
  kind: 'time',
  error: 'The model did not answer in time.',
};

/** Milliseconds beyond the time of the model: the function starts, and opens the integration. */
const margin = 15_000;

/**
 * A function of its own, as the SDK of the providers weighs more than those that ask. It answers
 * once; by itself it shows the text as it comes, where the turn says where.
 */
export const openModels = (to: AskedFunction): Models => ({
  async turn(asked, { signal: cancel } = {}) {
    const late = AbortSignal.timeout(asked.limits.time_ms + margin);
    const signal = cancel ? AbortSignal.any([late, cancel]) : late;
    try {
      const found = await askFunction(to, asked, { signal, does: 'asks models' });
      return found === 'late' ? tookTooLong : answer.parse(found.answer);
    } catch (error) {
      if (cancel?.aborted) {
        return { type: 'failed', kind: 'cancelled', error: 'The question was cancelled.' };
      }
      if (late.aborted) return tookTooLong;
      throw error;
    }
  },
});
