import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import {
  outcomeOf,
  type Python,
  type PythonAnswer,
  pythonRequest,
  readAnswer,
  timeOf,
} from '#lib/ports/python.ts';

/** What the function answers (lambdas/python/handler.py). */
const handled = z.object({ answer: z.string(), printed: z.string() });

/** What Lambda answers where the function itself came to an end. */
const failure = z.object({ errorType: z.string().default(''), errorMessage: z.string() });

const endOf = (payload: unknown): PythonAnswer => {
  const { errorType, errorMessage } = failure.parse(payload);
  if (/Task timed out/.test(errorMessage)) return { ended: 'time' };
  if (/^Runtime\.(ExitError|OutOfMemory)/.test(errorType)) return { ended: 'memory' };
  throw new Error(`The function that runs Python failed: ${errorMessage}`);
};

type Options = { client: LambdaClient; functionName: string };

/**
 * Python as a function of its own that may do nothing; Lambda keeps the environments of tenants
 * apart by the tenant's id.
 */
export const openPython = ({ client, functionName }: Options): Python => ({
  async run(asked) {
    const ms = timeOf(asked);
    const command = new InvokeCommand({
      FunctionName: functionName,
      TenantId: asked.tenant_id,
      Payload: JSON.stringify(pythonRequest(asked, ms)),
    });
    const { FunctionError, Payload } = await client.send(command);
    const payload: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
    if (FunctionError) return { ...outcomeOf(endOf(payload), ms), stdout: '' };
    const { answer, printed } = handled.parse(payload);
    return { ...outcomeOf(readAnswer(answer), ms), stdout: printed };
  },
});
