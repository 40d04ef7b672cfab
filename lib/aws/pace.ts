import { setTimeout as pause } from 'node:timers/promises';

/** Calls a second: where a service begins, and the bounds. */
const usual = 20;
const least = 1;
const most = 100;

/** Calls that may be made at once after a rest. */
const burst = 20;

/**
 * A bucket of tokens for the calls of one service in one account: a call takes one. It fills more
 * slowly after the service throttled, and faster again with each answer.
 */
export const openPace = (clock: () => number) => {
  let perSecond = usual;
  let tokens = burst;
  let filledAt = clock();

  const fill = () => {
    const now = clock();
    const passed = Math.max(0, now - filledAt) / 1000;
    tokens = Math.min(burst, tokens + passed * perSecond);
    filledAt = now;
  };

  return {
    /** Waits for a token. */
    async take(signal: AbortSignal): Promise<void> {
      fill();
      tokens -= 1;
      if (tokens < 0) await pause((-tokens / perSecond) * 1000, undefined, { signal });
    },
    throttled: () => void (perSecond = Math.max(least, perSecond * 0.9)),
    answered: () => void (perSecond = Math.min(most, perSecond + 0.5)),
  };
};

export type Pace = ReturnType<typeof openPace>;
