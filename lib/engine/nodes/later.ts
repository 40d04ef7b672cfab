/**
 * The part of the time so far that passes until the next look: a state that takes a day is looked
 * at some 200 times, and a run has 25,000 events on AWS.
 */
const ofTheTime = 1 / 20;

/** Milliseconds until the next look at something that was waited for this long (ms). */
export const sparser = (afterMs: number, waitedMs: number): number =>
  Math.max(afterMs, Math.ceil(waitedMs * ofTheTime));
