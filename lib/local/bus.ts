import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Bus, Fact } from '#lib/ports/bus.ts';
import { type Claim, factClaims } from './fact-claims.ts';
import { type FactQueue, factQueue, type ParkedFact, type QueuedFact } from './fact-queue.ts';
import { groupCommit, type GroupCommit } from './group-commit.ts';
import { within } from './within.ts';

export type LocalBus = Bus & {
  /** Begins to deliver, with what an earlier process left. Facts published before wait for it. */
  start(): void;
  /**
   * Ends the deliveries for good; waits up to `ms` for those that run. What is left stays queued.
   */
  drain(ms: number): Promise<void>;
  /** The facts that were given up after five tries, oldest first. */
  parked(): ParkedFact[];
  /** Delivers a parked fact anew; false where it is not parked (any more). */
  replay(id: number): boolean;
  /** Milliseconds that a new event of this listener would wait, as far as its queue tells. */
  wait(listenerId: string): number;
};

export type BusOptions = {
  database: DatabaseSync;
  clock: Clock;
  log: Log;
  /**
   * Takes one fact; gets it again after a rejection, or when the process died before it was done.
   */
  handle: (fact: Fact) => Promise<void>;
  /** Deliveries at once. */
  concurrency?: number;
  /** Told of a fact before it is parked; a rejection has it tried again instead. */
  onParked?: (fact: Fact, givenUp: { error: unknown; tries: number }) => Promise<void>;
  /** Milliseconds to wait after so many failed tries; undefined parks the fact. */
  delayAfter?: (tries: number) => number | undefined;
};

/** Waits of 1 s, 5 s, 30 s and 2 min, each up to a quarter longer so that retries spread out. */
export const retryDelay = (tries: number): number | undefined => {
  const delay = [1_000, 5_000, 30_000, 120_000][tries - 1];
  return delay && Math.round(delay * (1 + Math.random() / 4));
};

const causeOf = (error: unknown): string =>
  (isNativeError(error) ? `${error.name}: ${error.message}` : String(error)).slice(0, 1000);

/** What became of a fact after a try: what to write, and when it is due again, if it is. */
type Outcome = { write: () => void; again?: QueuedFact };

/** Removes, postpones or parks a fact after a try. */
const trial = (queue: FactQueue, options: BusOptions) => {
  const { clock, log, handle, delayAfter = retryDelay, onParked } = options;

  const postponed = (queued: QueuedFact, tries: number, delay: number): Outcome => {
    const due = clock() + delay;
    const write = () => void queue.postpone(queued.id, tries, due);
    return { write, again: { ...queued, tries, due } };
  };

  const giveUp = async (queued: QueuedFact, error: unknown): Promise<Outcome> => {
    const { id, fact } = queued;
    const tries = queued.tries + 1;
    try {
      await onParked?.(fact, { error, tries });
    } catch (failure) {
      log.error('A fact could not be parked; it is tried again.', { area: 'bus', error: failure });
      return postponed(queued, queued.tries, parkingPause);
    }
    log.error('A fact was parked: every try to handle it failed.', { area: 'bus', error });
    return { write: () => void queue.park(id, tries, causeOf(error), clock()) };
  };

  return async ({ item: queued }: Claim): Promise<Outcome> => {
    const tries = queued.tries + 1;
    try {
      await handle(queued.fact);
      return { write: () => void queue.remove(queued.id) };
    } catch (error) {
      const delay = delayAfter(tries);
      return delay === undefined ? giveUp(queued, error) : postponed(queued, tries, delay);
    }
  };
};

/** Milliseconds before a fact is tried again that could not be parked. */
const parkingPause = 60_000;

/** Milliseconds before the bus tries again what its database refused (a full disk, for example). */
const databasePause = 1_000;

/** No wait is longer (ms): a fact due later than that was queued before the clock was set back. */
const longestDelay = 180_000;

/** Commits as often as it takes; nothing is written any more once the bus is closed. */
const untilWritten = (commit: GroupCommit, log: Log, isClosed: () => boolean) => {
  const settle = async (write: () => void): Promise<void> => {
    if (isClosed()) return;
    try {
      await commit(write);
    } catch (error) {
      log.error('The bus cannot write; it tries again in a second.', { area: 'bus', error });
      await pause(databasePause);
      await settle(write);
    }
  };
  return settle;
};

/** Hands each fact over when it is due. */
const alarms = (clock: Clock, ring: (queued: QueuedFact) => void) => {
  const set = new Set<NodeJS.Timeout>();
  return {
    add(queued: QueuedFact): void {
      const delay = queued.due - clock();
      if (delay <= 0 || delay > longestDelay) return ring(queued);
      const timer = setTimeout(() => {
        set.delete(timer);
        ring(queued);
      }, delay);
      set.add(timer);
    },
    clear: () => set.forEach((timer) => clearTimeout(timer)),
  };
};

/**
 * A durable queue: facts wait in memory, and in the database for the next process. `publish`
 * resolves after the commit; each fact is delivered at least once and about in order. A try that
 * the death of the process cut off does not count as failed: otherwise a few restarts would park
 * sound facts.
 * An idle bus has no timer. Facts of one listener, or one organisation, take turns with those of
 * the others.
 */
export const openBus = (options: BusOptions): LocalBus => {
  const { database, clock, log, concurrency = 32 } = options;
  const queue = factQueue(database);
  const commit = groupCommit(database);
  const claims = factClaims(concurrency, () => performance.now());
  const attempt = trial(queue, options);
  const running = new Set<Promise<void>>();
  let delivering = false;
  let closed = false;
  const settle = untilWritten(commit, log, () => closed);

  const deliver = async (claim: Claim): Promise<void> => {
    const { write, again } = await attempt(claim);
    await settle(write);
    claims.release(claim);
    if (again && !closed) later.add(again);
  };

  const hasRoom = () => delivering && running.size < concurrency;

  const wake = (): void => {
    while (hasRoom()) {
      const next = claims.next();
      if (!next) return;
      const delivery = deliver(next).finally(() => {
        running.delete(delivery);
        wake();
      });
      running.add(delivery);
    }
  };

  const later = alarms(clock, (queued) => {
    claims.add(queued);
    wake();
  });
  queue.pending().forEach(later.add);

  return {
    publish: async (published) => {
      if (published.length === 0) return;
      let queued: QueuedFact[] = [];
      await commit(() => {
        queued = published.map(queue.add);
      });
      queued.forEach(claims.add);
      wake();
    },
    start: () => {
      delivering = true;
      wake();
    },
    drain: async (ms) => {
      delivering = false;
      await within(ms, Promise.all(running));
      closed = true;
      later.clear();
    },
    parked: queue.parked,
    replay: (id) => {
      const queued = queue.replay(id);
      if (queued) later.add(queued);
      return queued !== undefined;
    },
    wait: claims.wait,
  };
};
