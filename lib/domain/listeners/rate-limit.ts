/** Milliseconds that the caller must wait; 0 means the call is accepted and counted. */
export type RateLimit = (id: string, now: number) => number;

const maxBuckets = 10_000;

/** One token bucket for each id: `rate` calls a second, `burst` at once. */
export const tokenBuckets = (rate: number, burst: number): RateLimit => {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return (id, now) => {
    const bucket = buckets.get(id) ?? { tokens: burst, at: now };
    // After the clock was set back, a listener must not wait until the old time is reached again.
    const elapsed = Math.max(0, now - bucket.at);
    const tokens = Math.min(burst, bucket.tokens + (elapsed / 1000) * rate);
    if (buckets.size >= maxBuckets) buckets.clear();
    const accepted = tokens >= 1;
    buckets.set(id, { tokens: accepted ? tokens - 1 : tokens, at: now });
    return accepted ? 0 : ((1 - tokens) / rate) * 1000;
  };
};

/**
 * Rejects calls while a new event would wait longer than `maxWaitMs` (ms) for the events before it;
 * `wait` returns that time for a listener. Senders then slow down instead of building up a backlog.
 */
export const backlogLimit =
  (wait: (id: string) => number, maxWaitMs: number): RateLimit =>
  (id) =>
    Math.max(0, wait(id) - maxWaitMs);

/** Accepts a call that all limits accept; a call that one rejects is not counted by later ones. */
export const combineLimits =
  (...all: readonly RateLimit[]): RateLimit =>
  (id, now) => {
    for (const limit of all) {
      const wait = limit(id, now);
      if (wait > 0) return wait;
    }
    return 0;
  };
