import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { LongTasks } from '#lib/ports/tasks.ts';

type Options = { client: LambdaClient; functionName: string };

/**
 * Long tasks as calls of a function that nobody waits for. Lambda keeps the call and repeats it
 * after one and after three minutes where it threw or died, which is longer than a claim holds.
 */
export const openTasks = ({ client, functionName }: Options): LongTasks => ({
  async begin(task) {
    const Payload = JSON.stringify(task);
    await client.send(
      new InvokeCommand({ FunctionName: functionName, InvocationType: 'Event', Payload }),
    );
  },
});
