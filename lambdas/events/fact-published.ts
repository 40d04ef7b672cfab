import type { EventBridgeEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { factHandler } from '#lib/facts.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { deps } from '../deps.ts';

const handle = factHandler(deps);

/** Facts that failed go back to the queue alone; after their tries they lie in its DLQ. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const results = await Promise.allSettled(
    Records.map(({ body }) => {
      const { detail }: EventBridgeEvent<string, Fact> = JSON.parse(body);
      return handle(detail);
    }),
  );
  const failed = Records.filter((_, at) => results[at]?.status === 'rejected');
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};
