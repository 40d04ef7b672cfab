/** What the public API returns about one event after the crashes. */
export type StoredEvent = {
  event_id: string;
  delivery_id: string;
  runs: { id: string; state: string }[];
};

export type Tally = {
  acked: number;
  stored: number;
  runs: number;
  lost: number;
  duplicate: number;
  stuck: number;
};

/**
 * Compares what senders were promised with what is stored: every acknowledged delivery is stored
 * once, and its run ended once.
 */
export const tallyDeliveries = (
  acked: ReadonlySet<string>,
  storedEvents: readonly StoredEvent[],
): Tally => {
  const byDelivery = new Map<string, StoredEvent[]>();
  for (const one of storedEvents) {
    byDelivery.set(one.delivery_id, [...(byDelivery.get(one.delivery_id) ?? []), one]);
  }
  const stored = [...acked].filter((id) => byDelivery.has(id));
  const runs = storedEvents.flatMap((one) => one.runs);
  const twice = [...byDelivery.values()].filter(
    (events) => events.length > 1 || events.some((event) => event.runs.length > 1),
  );
  const unended = storedEvents.filter(
    (one) => one.runs.length === 0 || one.runs.some(({ state }) => state !== 'SUCCEEDED'),
  );
  return {
    acked: acked.size,
    stored: stored.length,
    runs: runs.length,
    lost: acked.size - stored.length,
    duplicate: twice.length,
    stuck: unended.length,
  };
};

export const isClean = ({ lost, duplicate, stuck }: Tally): boolean =>
  lost === 0 && duplicate === 0 && stuck === 0;
