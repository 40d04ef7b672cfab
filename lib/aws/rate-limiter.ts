import { setTimeout as pause } from 'node:timers/promises';

/** Calls per second of all processes together: the initial rate of a service, and its bounds. */
const initialRate = 20;
const minRate = 1;
const maxRate = 100;

/** Calls that may be made at once after a pause. */
const burst = 20;

/**
 * A token bucket for the calls of one service in one account: each call takes one token. It fills
 * more slowly after the service throttled, and faster with each answer. Each of `sharers` processes
 * has a bucket with its share of the rate.
 */
export const openRateLimiter = (clock: () => number, sharers = 1) => {
  const full = burst / sharers;
  let perSecond = initialRate / sharers;
  let tokens = full;
  let filledAt = clock();

  const fill = () => {
    const now = clock();
    const elapsed = Math.max(0, now - filledAt) / 1000;
    tokens = Math.min(full, tokens + elapsed * perSecond);
    filledAt = now;
  };

  /** Takes a token; returns how long to wait for it (ms). */
  const next = (): number => {
    fill();
    tokens -= 1;
    return tokens < 0 ? (-tokens / perSecond) * 1000 : 0;
  };

  return {
    next,
    /** Takes a token, waiting for it if necessary; rejects if the signal aborts. */
    async take(signal: AbortSignal): Promise<void> {
      const ms = next();
      if (ms > 0) await pause(ms, undefined, { signal });
    },
    // A process only sees its own calls, so it reacts more strongly: all adapt as fast as one
    // would.
    throttled: () => void (perSecond = Math.max(minRate / sharers, perSecond * 0.9 ** sharers)),
    answered: () => void (perSecond = Math.min(maxRate / sharers, perSecond + 0.5)),
  };
};

export type RateLimiter = ReturnType<typeof openRateLimiter>;
