import type { EventBridgeEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Log, LogFields } from '#lib/kernel/log.ts';

type EventHandling<Detail> = {
  log: Log;
  /** The ids of an event, for the log. */
  logFields?: (detail: Detail) => LogFields;
  handle: (detail: Detail, tries: number) => Promise<unknown>;
};

/**
 * Handles a batch of events from a queue that an EventBridge rule fills. Only failed events return
 * to the queue; the invocation itself counts as successful, so the reasons of failures are only in
 * the log. `tries` is the number of deliveries of an event so far, including this one.
 */
export const handleEvents =
  <Detail>({ log, logFields, handle }: EventHandling<Detail>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const handleRecord = async ({ body, attributes }: SQSRecord) => {
      const event: EventBridgeEvent<string, Detail> = JSON.parse(body);
      const tries = Number(attributes?.ApproximateReceiveCount ?? 1);
      try {
        await handle(event.detail, tries);
      } catch (error) {
        const fields = { ...logFields?.(event.detail), area: event['detail-type'], count: tries };
        log.warn('A try to handle an event failed.', { ...fields, error });
        throw error;
      }
    };
    const results = await Promise.allSettled(Records.map(handleRecord));
    const failed = Records.filter((_, at) => results[at]?.status === 'rejected');
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
