import * as z from 'zod';
import type { ModelAnswer, Models } from '#lib/ports/model.ts';
import { type InvokableFunction, invokeFunction } from './invoke-function.ts';

/** Only the type is checked: the function is the product's own and returns the port's answer. */
const answer = z.custom<ModelAnswer>(
  (value) => z.object({ type: z.enum(['answered', 'failed']) }).safeParse(value).success,
);

const timeoutAnswer: ModelAnswer = {
  type: 'failed',
  kind: 'time',
  error: 'The model did not answer in time.',
};

/** Extra time (ms) for starting the function and opening the integration. */
const startupMargin = 15_000;

/**
 * Calls models in a separate Lambda function, because the providers' SDK is larger than the
 * functions that use it. The answer is returned as a whole; the function itself publishes the text
 * as it arrives, if the turn says where.
 */
export const openModels = (to: InvokableFunction): Models => ({
  async turn(request, { signal: cancel } = {}) {
    const timeout = AbortSignal.timeout(request.limits.time_ms + startupMargin);
    const signal = cancel ? AbortSignal.any([timeout, cancel]) : timeout;
    try {
      const found = await invokeFunction(to, request, { signal, purpose: 'asks models' });
      return found === 'late' ? timeoutAnswer : answer.parse(found.answer);
    } catch (error) {
      if (cancel?.aborted) {
        return { type: 'failed', kind: 'cancelled', error: 'The model request was cancelled.' };
      }
      if (timeout.aborted) return timeoutAnswer;
      throw error;
    }
  },
});
