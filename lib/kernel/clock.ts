/**
 * Milliseconds since the epoch, UTC. Passed in wherever a rule depends on the time, so that tests
 * control it.
 */
export type Clock = () => number;

/** A time as the product stores and shows it: ISO 8601 with `Z`. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
