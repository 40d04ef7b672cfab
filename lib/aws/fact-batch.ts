import type { EventBridgeEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Fact } from '#lib/ports/bus.ts';

/**
 * Takes a batch of facts from a queue. Those that failed go back to it alone; `tries` counts the
 * deliveries of a fact so far, this one included.
 */
export const takeFacts =
  (handle: (fact: Fact, tries: number) => Promise<unknown>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const take = async ({ body, attributes }: SQSRecord) => {
      const { detail }: EventBridgeEvent<string, Fact> = JSON.parse(body);
      await handle(detail, Number(attributes?.ApproximateReceiveCount ?? 1));
    };
    const results = await Promise.allSettled(Records.map(take));
    const failed = Records.filter((_, at) => results[at]?.status === 'rejected');
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
