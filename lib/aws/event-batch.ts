import type { EventBridgeEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Log, LogFields } from '#lib/kernel/log.ts';

type Handling<Detail> = {
  log: Log;
  /** Which event it is, by ids. */
  about?: (detail: Detail) => LogFields;
  handle: (detail: Detail, tries: number) => Promise<unknown>;
};

/**
 * Takes a batch of events from a queue that a rule of EventBridge fills. Those that failed go back
 * to it alone, and the function counts as one that did its work: why a try failed, only the log
 * says. `tries` counts the deliveries of an event so far, this one included.
 */
export const takeEvents =
  <Detail>({ log, about, handle }: Handling<Detail>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const take = async ({ body, attributes }: SQSRecord) => {
      const event: EventBridgeEvent<string, Detail> = JSON.parse(body);
      const tries = Number(attributes?.ApproximateReceiveCount ?? 1);
      try {
        await handle(event.detail, tries);
      } catch (error) {
        const fields = { ...about?.(event.detail), area: event['detail-type'], count: tries };
        log.warn('A try to handle an event failed.', { ...fields, error });
        throw error;
      }
    };
    const results = await Promise.allSettled(Records.map(take));
    const failed = Records.filter((_, at) => results[at]?.status === 'rejected');
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
