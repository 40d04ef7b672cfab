import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { Bus, Fact } from '#lib/ports/bus.ts';

/** The most entries that EventBridge accepts in one call. */
const batchSize = 10;

const toBatches = (facts: Fact[]): Fact[][] =>
  Array.from({ length: Math.ceil(facts.length / batchSize) }, (_, index) =>
    facts.slice(index * batchSize, (index + 1) * batchSize),
  );

/**
 * Publishes facts as events on the product's own bus: source `cloudwarden`, detail-type the fact's
 * type. Throws if an entry was not accepted; the outbox then publishes all of them again (at least
 * once).
 */
export const openBus = (options: { client: EventBridgeClient; busName: string }): Bus => {
  const entryOf = (fact: Fact) => ({
    EventBusName: options.busName,
    Source: 'cloudwarden',
    DetailType: fact.type,
    Detail: JSON.stringify(fact),
  });

  return {
    publish: async (facts) => {
      for (const batch of toBatches(facts)) {
        const answer = await options.client.send(
          new PutEventsCommand({ Entries: batch.map(entryOf) }),
        );
        if (answer.FailedEntryCount) {
          const code = answer.Entries?.find(({ ErrorCode }) => ErrorCode)?.ErrorCode;
          throw new Error(
            `The event bus refused ${answer.FailedEntryCount} of ${batch.length} facts (${code}).`,
          );
        }
      }
    },
  };
};
