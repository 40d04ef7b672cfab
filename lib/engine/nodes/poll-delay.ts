/**
 * The next poll comes after this share of the time waited so far: a state that takes a day is
 * polled some 200 times, and a run has 25,000 history events on AWS.
 */
const pollShare = 1 / 20;

/** Milliseconds until the next poll of something that has been waited for this long (ms). */
export const nextPollDelay = (afterMs: number, waitedMs: number): number =>
  Math.max(afterMs, Math.ceil(waitedMs * pollShare));
