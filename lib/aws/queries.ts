import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import {
  inventoryAnswer,
  queryTookTooLong,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';

const outcome = z.union([z.strictObject({ error: z.string() }), inventoryAnswer]);

/** What Lambda answers where the function itself came to an end. */
const failure = z.object({ errorMessage: z.string().default('') });

type Options = {
  client: LambdaClient;
  functionName: string;
  /** Milliseconds that whoever asks can wait. */
  patience: number;
};

/** A function of its own, as its database needs more memory and files than those that ask it. */
export const openQueries = ({ client, functionName, patience }: Options): Queries => ({
  async ask(asked) {
    const command = new InvokeCommand({
      FunctionName: functionName,
      Payload: JSON.stringify(asked),
    });
    const abortSignal = AbortSignal.timeout(patience);
    try {
      const { FunctionError, Payload } = await client.send(command, { abortSignal });
      const payload: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
      if (!FunctionError) return outcome.parse(payload);
      const { errorMessage } = failure.parse(payload);
      if (/Task timed out/.test(errorMessage)) return { error: queryTookTooLong };
      throw new Error(`The function that queries the inventory failed: ${errorMessage}`);
    } catch (error) {
      if (abortSignal.aborted) return { error: queryTookTooLong };
      throw error;
    }
  },
});
