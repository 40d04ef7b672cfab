import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Bus, Fact } from '#lib/ports/bus.ts';
import { type Claim, factClaims } from './fact-claims.ts';
import { type FactQueue, factQueue, type ParkedFact, type QueuedFact } from './fact-queue.ts';
import { groupCommit, type GroupCommit } from './group-commit.ts';
import { waitAtMost } from './wait-at-most.ts';

export type LocalBus = Bus & {
  /** Starts delivering, first what an earlier process left; facts published before then wait. */
  start(): void;
  /**
   * Stops delivering for good and waits up to `ms` for running deliveries. The rest stays queued.
   */
  drain(ms: number): Promise<void>;
  /** The facts that were given up after five tries, oldest first. */
  parked(): ParkedFact[];
  /** Delivers a parked fact again; returns false if it is not, or no longer, parked. */
  replay(id: number): boolean;
  /** The estimated wait (ms) of a new event of this listener, from the length of its queue. */
  wait(listenerId: string): number;
};

export type BusOptions = {
  database: DatabaseSync;
  clock: Clock;
  log: Log;
  /**
   * Handles one fact; it is called again if it rejects, or if the process died before it was done.
   */
  handle: (fact: Fact) => Promise<void>;
  /** How many deliveries run at once. */
  concurrency?: number;
  /** Called before a fact is parked; if it rejects, the fact is tried again instead. */
  onParked?: (fact: Fact, givenUp: { error: unknown; tries: number }) => Promise<void>;
  /** Milliseconds to wait after this many failed tries; undefined parks the fact. */
  delayAfter?: (tries: number) => number | undefined;
};

/** Waits of 1 s, 5 s, 30 s and 2 min, each up to a quarter longer to spread retries. */
export const retryDelay = (tries: number): number | undefined => {
  const delay = [1_000, 5_000, 30_000, 120_000][tries - 1];
  return delay && Math.round(delay * (1 + Math.random() / 4));
};

const causeOf = (error: unknown): string =>
  (isNativeError(error) ? `${error.name}: ${error.message}` : String(error)).slice(0, 1000);

/** The result of a try: what to write, and the fact if it must be tried again. */
type Outcome = { write: () => void; retryFact?: QueuedFact };

/** Removes, postpones or parks a fact after a try. */
const deliveryAttempt = (queue: FactQueue, options: BusOptions) => {
  const { clock, log, handle, delayAfter = retryDelay, onParked } = options;

  const postpone = (queued: QueuedFact, tries: number, delay: number): Outcome => {
    const due = clock() + delay;
    const write = () => void queue.postpone(queued.id, tries, due);
    return { write, retryFact: { ...queued, tries, due } };
  };

  const giveUp = async (queued: QueuedFact, error: unknown): Promise<Outcome> => {
    const { id, fact } = queued;
    const tries = queued.tries + 1;
    try {
      await onParked?.(fact, { error, tries });
    } catch (failure) {
      log.error('A fact could not be parked; it is tried again.', { area: 'bus', error: failure });
      return postpone(queued, queued.tries, parkingPause);
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
      return delay === undefined ? giveUp(queued, error) : postpone(queued, tries, delay);
    }
  };
};

/** How long (ms) a fact that could not be parked waits for the next try. */
const parkingPause = 60_000;

/** How long (ms) the bus waits after its database failed, because of a full disk for example. */
const databasePause = 1_000;

/** The longest wait (ms): a fact due later was queued before the clock was set back. */
const maxDelay = 180_000;

/** Retries a commit until it succeeds; once the bus is closed, nothing is written any more. */
const retryingCommit = (commit: GroupCommit, log: Log, isClosed: () => boolean) => {
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

/** Calls `ring` for each fact when it is due. */
const deliveryTimers = (clock: Clock, ring: (queued: QueuedFact) => void) => {
  const set = new Set<NodeJS.Timeout>();
  return {
    add(queued: QueuedFact): void {
      const delay = queued.due - clock();
      if (delay <= 0 || delay > maxDelay) return ring(queued);
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
 * resolves after the commit; each fact is delivered at least once and roughly in order. A try that
 * the death of the process interrupted does not count as failed: otherwise a few restarts would
 * park sound facts. An idle bus has no timer. Facts of one listener, or one organisation, take
 * turns with those of others.
 */
export const openBus = (options: BusOptions): LocalBus => {
  const { database, clock, log, concurrency = 32 } = options;
  const queue = factQueue(database);
  const commit = groupCommit(database);
  const claims = factClaims(concurrency, () => performance.now());
  const attempt = deliveryAttempt(queue, options);
  const running = new Set<Promise<void>>();
  let delivering = false;
  let closed = false;
  const settle = retryingCommit(commit, log, () => closed);

  const deliver = async (claim: Claim): Promise<void> => {
    const { write, retryFact } = await attempt(claim);
    await settle(write);
    claims.release(claim);
    if (retryFact && !closed) later.add(retryFact);
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

  const later = deliveryTimers(clock, (queued) => {
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
      await waitAtMost(ms, Promise.all(running));
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
