import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';

/** Lambda's answer when the function itself failed. */
const functionError = z.object({ errorMessage: z.string().default('') });

export type InvokableFunction = { client: LambdaClient; functionName: string };

/**
 * Invokes a function and waits for its answer until the signal aborts. Returns `late` if the
 * function exceeded its own timeout; throws if it failed (the error names the `purpose`), or if the
 * signal aborts.
 */
export const invokeFunction = async (
  { client, functionName }: InvokableFunction,
  request: unknown,
  { signal, purpose }: { signal: AbortSignal; purpose: string },
): Promise<{ answer: unknown } | 'late'> => {
  const command = new InvokeCommand({
    FunctionName: functionName,
    Payload: JSON.stringify(request),
  });
  const { FunctionError, Payload } = await client.send(command, { abortSignal: signal });
  const answer: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
  if (!FunctionError) return { answer };
  const { errorMessage } = functionError.parse(answer);
  if (/Task timed out/.test(errorMessage)) return 'late';
  throw new Error(`The function that ${purpose} failed: ${errorMessage}`);
};
