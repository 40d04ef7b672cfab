import { setTimeout as pause } from 'node:timers/promises';
import { InvokeCommand, type InvokeCommandOutput, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import {
  parsePythonAnswer,
  type Python,
  type PythonAnswer,
  pythonOutcomeOf,
  pythonRequest,
  timeLimitOf,
} from '#lib/ports/python.ts';
import { errorParts } from './sdk.ts';

/** The answer of the function (lambdas/python/handler.py). */
const functionAnswer = z.object({ answer: z.string(), printed: z.string() });

/** Lambda's answer when the function itself failed. */
const functionError = z.object({ errorType: z.string().default(''), errorMessage: z.string() });

const endedAnswerOf = (payload: unknown): PythonAnswer => {
  const { errorType, errorMessage } = functionError.parse(payload);
  if (/Task timed out/.test(errorMessage)) return { ended: 'time' };
  if (/^Runtime\.(ExitError|OutOfMemory)/.test(errorType)) return { ended: 'memory' };
  throw new Error(`The function that runs Python failed: ${errorMessage}`);
};

/** Milliseconds between two attempts while the function is not ready. */
const retryInterval = 2_000;

/** Lambda removes the network of a function unused for weeks; recreating it takes a minute. */
const isNotReady = (error: unknown): boolean =>
  /^Resource(NotReady|Conflict)Exception$/.test(errorParts(error).name);

const notReadyMessage = 'Python is starting after a long idle time. Try again in a minute.';

type Options = {
  client: LambdaClient;
  functionName: string;
  /** How long to wait for a function that is not ready (ms). */
  maxWaitMs: number;
  wait?: (ms: number) => Promise<unknown>;
};

/** Calls the function once it is ready; returns undefined if that takes too long. */
const invokeWhenReady = async (
  { client, maxWaitMs, wait = pause }: Options,
  command: InvokeCommand,
): Promise<InvokeCommandOutput | undefined> => {
  for (let waited = 0; ; waited += retryInterval) {
    try {
      return await client.send(command);
    } catch (error) {
      if (!isNotReady(error)) throw error;
      if (waited >= maxWaitMs) return undefined;
      await wait(retryInterval);
    }
  }
};

/**
 * Runs Python in a separate function without any permissions; Lambda isolates the execution
 * environments of tenants by the tenant's id.
 */
export const openPython = (options: Options): Python => ({
  async run(request) {
    const ms = timeLimitOf(request);
    const command = new InvokeCommand({
      FunctionName: options.functionName,
      TenantId: request.tenant_id,
      Payload: JSON.stringify(pythonRequest(request, ms)),
    });
    const response = await invokeWhenReady(options, command);
    if (response === undefined) return { error: notReadyMessage, stdout: '' };
    const payload: unknown = JSON.parse(response.Payload?.transformToString() ?? 'null');
    if (response.FunctionError)
      return { ...pythonOutcomeOf(endedAnswerOf(payload), ms), stdout: '' };
    const { answer, printed } = functionAnswer.parse(payload);
    return { ...pythonOutcomeOf(parsePythonAnswer(answer), ms), stdout: printed };
  },
});
