import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';

/** Lambda's answer when the function itself failed. */
const failure = z.object({ errorMessage: z.string().default('') });

export type AskedFunction = { client: LambdaClient; functionName: string };

/**
 * Invokes a function and waits for its answer until the signal aborts. Returns `late` if the
 * function exceeded its own timeout; throws if it failed (the error says in words what it `does`),
 * or if the signal aborts.
 */
export const askFunction = async (
  { client, functionName }: AskedFunction,
  asked: unknown,
  { signal, does }: { signal: AbortSignal; does: string },
): Promise<{ answer: unknown } | 'late'> => {
  const command = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(asked) });
  const { FunctionError, Payload } = await client.send(command, { abortSignal: signal });
  const answer: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
  if (!FunctionError) return { answer };
  const { errorMessage } = failure.parse(answer);
  if (/Task timed out/.test(errorMessage)) return 'late';
  throw new Error(`The function that ${does} failed: ${errorMessage}`);
};
