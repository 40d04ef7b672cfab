import type { EventBridgeEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/**
 * Takes a batch of events from a queue that a rule of EventBridge fills. Those that failed go back
 * to it alone; `tries` counts the deliveries of an event so far, this one included.
 */
export const takeEvents =
  <Detail>(handle: (detail: Detail, tries: number) => Promise<unknown>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const take = async ({ body, attributes }: SQSRecord) => {
      const { detail }: EventBridgeEvent<string, Detail> = JSON.parse(body);
      await handle(detail, Number(attributes?.ApproximateReceiveCount ?? 1));
    };
    const results = await Promise.allSettled(Records.map(take));
    const failed = Records.filter((_, at) => results[at]?.status === 'rejected');
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
