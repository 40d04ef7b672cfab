import type { Fact } from '#lib/ports/bus.ts';
import type { QueuedFact } from './fact-queue.ts';

/** A fact that is about to be tried; nobody else gets it until it is released. */
export type Claim = { queued: QueuedFact; source: string };

/** Those whose handling waits for somebody else's system. */
const isSlow = (fact: Fact): boolean => fact.type === 'integration_test_requested';

/**
 * Where a fact comes from: one listener, the tests of connections of one organisation, or all else
 * of it.
 */
const sourceOf = (fact: Fact): string => {
  if ('listener_id' in fact) return fact.listener_id;
  return isSlow(fact) ? `tests of ${fact.tenant_id}` : fact.tenant_id;
};

/** The facts of one source: those that wait, those under way, and when the last ones ended. */
type Lane = {
  slow: boolean;
  waiting: QueuedFact[];
  /** Facts before this place of `waiting` were taken. */
  taken: number;
  running: number;
  since: number;
  ends: number[];
};

/** Deliveries from whose ends the rate of a source is told. */
const measuredEnds = 128;

/** A queue of up to so many facts is no backlog, however long it takes. */
const shortQueue = 200;

const lengthOf = ({ waiting, taken }: Lane): number => waiting.length - taken;

const take = (lane: Lane): QueuedFact | undefined => {
  const next = lane.waiting[lane.taken];
  lane.taken += 1;
  // Taken facts are dropped in large pieces: dropping them one by one moves all others each time.
  if (lane.taken === lane.waiting.length || lane.taken > 1000) {
    lane.waiting.splice(0, lane.taken);
    lane.taken = 0;
  }
  return next;
};

/**
 * Hands out the facts to try next, so that no source holds the others up: one may have no more
 * deliveries under way than are still free. Alone it gets about half of all, and whoever comes next
 * finds a free one, however long the deliveries of the first take. Those that wait for other
 * systems have no more than half of all together, however many organisations they are of. `now` is
 * a time in ms that never goes back.
 */
export const factClaims = (concurrency: number, now: () => number) => {
  const lanes = new Map<string, Lane>();
  const waiting = new Map<string, Lane>();
  const mostSlow = Math.max(1, Math.floor(concurrency / 2));
  let [total, slow] = [0, 0];

  const laneOf = (source: string, isOfSlow = false): Lane => {
    const lane = lanes.get(source) ?? {
      slow: isOfSlow,
      waiting: [],
      taken: 0,
      running: 0,
      since: now(),
      ends: [],
    };
    lanes.set(source, lane);
    return lane;
  };

  /** The source with the fewest deliveries, if it may have one more. */
  const choose = (): string | undefined => {
    let chosen: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [source, { running, slow: isOfSlow }] of waiting) {
      if (running >= fewest || (isOfSlow && slow >= mostSlow)) continue;
      chosen = source;
      fewest = running;
      if (fewest === 0) break;
    }
    return fewest <= concurrency - total ? chosen : undefined;
  };

  return {
    add(queued: QueuedFact): void {
      const source = sourceOf(queued.fact);
      const lane = laneOf(source, isSlow(queued.fact));
      lane.waiting.push(queued);
      waiting.set(source, lane);
    },

    next(): Claim | undefined {
      const source = choose();
      if (source === undefined) return undefined;
      const lane = laneOf(source);
      const queued = take(lane);
      // Whoever was served goes behind the others with as few deliveries.
      waiting.delete(source);
      if (lengthOf(lane) > 0) waiting.set(source, lane);
      if (!queued) return undefined;
      lane.running += 1;
      total += 1;
      if (lane.slow) slow += 1;
      return { queued, source };
    },

    release({ source }: Claim): void {
      const lane = laneOf(source);
      total -= 1;
      if (lane.slow) slow -= 1;
      lane.running -= 1;
      lane.ends.push(now());
      if (lane.ends.length > measuredEnds) lane.ends.shift();
      if (lane.running === 0 && lengthOf(lane) === 0) lanes.delete(source);
    },

    /**
     * Milliseconds that a new fact of this source would wait, told from its queue and the rate at
     * which its last facts were handled; 0 while its queue is short.
     */
    wait(source: string): number {
      const lane = lanes.get(source);
      if (!lane || lengthOf(lane) <= shortQueue) return 0;
      const [first = lane.since] = lane.ends;
      const each = (now() - first) / Math.max(lane.ends.length, 1);
      return lengthOf(lane) * each;
    },
  };
};
