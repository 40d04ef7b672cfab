import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import type { ModelAnswer, Models } from '#lib/ports/model.ts';

/** What Lambda answers where the function itself came to an end. */
const failure = z.object({ errorMessage: z.string().default('') });

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

type Options = { client: LambdaClient; functionName: string };

/**
 * A function of its own, as the SDK of the providers weighs more than those that ask. It answers
 * once: nobody hears the text as it comes.
 */
export const openModels = ({ client, functionName }: Options): Models => ({
  async turn(asked, { signal } = {}) {
    const command = new InvokeCommand({
      FunctionName: functionName,
      Payload: JSON.stringify(asked),
    });
    const late = AbortSignal.timeout(asked.limits.time_ms + margin);
    const abortSignal = signal ? AbortSignal.any([late, signal]) : late;
    try {
      const { FunctionError, Payload } = await client.send(command, { abortSignal });
      const payload: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
      if (!FunctionError) return answer.parse(payload);
      const { errorMessage } = failure.parse(payload);
      if (/Task timed out/.test(errorMessage)) return tookTooLong;
      throw new Error(`The function that asks models failed: ${errorMessage}`);
    } catch (error) {
      if (signal?.aborted) {
        return { type: 'failed', kind: 'cancelled', error: 'The question was cancelled.' };
      }
      if (late.aborted) return tookTooLong;
      throw error;
    }
  },
});
