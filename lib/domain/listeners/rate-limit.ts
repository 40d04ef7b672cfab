/** Milliseconds that the caller must wait; 0 accepts and counts the call. */
export type RateLimit = (id: string, now: number) => number;

const mostBuckets = 10_000;

/** A token bucket an id: `rate` calls a second, `burst` at once. */
export const tokenBuckets = (rate: number, burst: number): RateLimit => {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return (id, now) => {
    const bucket = buckets.get(id) ?? { tokens: burst, at: now };
    // A clock that was set back must not make a listener wait for the time to come again.
    const passed = Math.max(0, now - bucket.at);
    const tokens = Math.min(burst, bucket.tokens + (passed / 1000) * rate);
    if (buckets.size >= mostBuckets) buckets.clear();
    const accepted = tokens >= 1;
    buckets.set(id, { tokens: accepted ? tokens - 1 : tokens, at: now });
    return accepted ? 0 : ((1 - tokens) / rate) * 1000;
  };
};

/**
 * Refuses while a new event would wait longer than `most` for the events before it; `wait` tells
 * how long (ms, by listener). Senders then slow down instead of building up a backlog.
 */
export const backlogLimit =
  (wait: (id: string) => number, most: number): RateLimit =>
  (id) =>
    Math.max(0, wait(id) - most);

/** Accepts what each limit accepts; a call that the first refuses does not count for the next. */
export const allOf =
  (...all: readonly RateLimit[]): RateLimit =>
  (id, now) => {
    for (const limit of all) {
      const wait = limit(id, now);
      if (wait > 0) return wait;
    }
    return 0;
  };
