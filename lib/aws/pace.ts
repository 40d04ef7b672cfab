import { setTimeout as pause } from 'node:timers/promises';

/** Calls a second of all processes together: where a service begins, and the bounds. */
const usual = 20;
const least = 1;
const most = 100;

/** Calls that may be made at once after a rest. */
const burst = 20;

/**
 * A bucket of tokens for the calls of one service in one account: a call takes one. It fills more
 * slowly after the service throttled, and faster again with each answer. `sharers` processes have a
 * bucket each, with a share of the rate.
 */
export const openPace = (clock: () => number, sharers = 1) => {
  const full = burst / sharers;
  let perSecond = usual / sharers;
  let tokens = full;
  let filledAt = clock();

  const fill = () => {
    const now = clock();
    const passed = Math.max(0, now - filledAt) / 1000;
    tokens = Math.min(full, tokens + passed * perSecond);
    filledAt = now;
  };

  /** Takes a token; answers for how long it is waited for (ms). */
  const next = (): number => {
    fill();
    tokens -= 1;
    return tokens < 0 ? (-tokens / perSecond) * 1000 : 0;
  };

  return {
    next,
    /** Waits for a token. */
    async take(signal: AbortSignal): Promise<void> {
      const ms = next();
      if (ms > 0) await pause(ms, undefined, { signal });
    },
    // Each process hears of its own calls only: all of them together learn as fast as one would.
    throttled: () => void (perSecond = Math.max(least / sharers, perSecond * 0.9 ** sharers)),
    answered: () => void (perSecond = Math.min(most / sharers, perSecond + 0.5)),
  };
};

export type Pace = ReturnType<typeof openPace>;
