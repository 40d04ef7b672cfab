import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';

/** What Lambda answers where the function itself came to an end. */
const failure = z.object({ errorMessage: z.string().default('') });

export type AskedFunction = { client: LambdaClient; functionName: string };

/**
 * Asks a function and waits for its answer, so long as the signal lasts. Answers `late` where the
 * function ran out of its own time; throws where it failed, with what it `does` in words, and where
 * the signal ended the wait.
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
