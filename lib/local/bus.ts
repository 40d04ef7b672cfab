import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Bus, Fact } from '#lib/ports/bus.ts';
import {
  type FactQueue,
  factQueue,
  longestDelay,
  type ParkedFact,
  type QueuedFact,
} from './fact-queue.ts';
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
};

type Options = {
  database: DatabaseSync;
  clock: Clock;
  log: Log;
  /**
   * Takes one fact; gets it again after a rejection, or when the process died before it was done.
   */
  handle: (fact: Fact) => Promise<void>;
  /** Deliveries at once. */
  concurrency?: number;
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

/**
 * What becomes of a fact after a try: it is removed, postponed or parked, and that is committed.
 */
const trial = (queue: FactQueue, options: Options) => {
  const { clock, log, handle, delayAfter = retryDelay } = options;

  const fail = ({ id, tries }: QueuedFact, error: unknown): void => {
    const delay = delayAfter(tries + 1);
    if (delay !== undefined) {
      queue.postpone(id, tries + 1, clock() + delay);
      return;
    }
    queue.park(id, tries + 1, causeOf(error), clock());
    log.error('A fact was parked: every try to handle it failed.', { area: 'bus', error });
  };

  return async (queued: QueuedFact): Promise<() => void> => {
    try {
      await handle(JSON.parse(queued.fact));
      return () => queue.remove(queued.id);
    } catch (error) {
      return () => fail(queued, error);
    }
  };
};

/** How many facts are read from the queue at once. */
const batch = 256;

/** Milliseconds before the bus tries again what its database refused (a full disk, for example). */
const databasePause = 1_000;

/** The facts to try next, read in batches; a fact is claimed until it is released. */
const claims = (queue: FactQueue, clock: Clock) => {
  const claimed = new Set<number>();
  let ready: QueuedFact[] = [];

  return {
    next(): QueuedFact | undefined {
      if (ready.length === 0) {
        const due = queue.due(clock(), batch + claimed.size);
        ready = due.filter(({ id }) => !claimed.has(id));
        for (const { id } of ready) claimed.add(id);
      }
      return ready.shift();
    },
    release: (id: number) => claimed.delete(id),
    /** Milliseconds until a fact that is not claimed is due; undefined where none waits. */
    untilNext(): number | undefined {
      const next = queue.waiting(claimed.size + 1).find(({ id }) => !claimed.has(id));
      return next && Math.min(Math.max(next.due - clock(), 0), longestDelay);
    },
  };
};

/** Commits as often as it takes; nothing is written any more once the bus is closed. */
const untilWritten = (commit: GroupCommit, log: Log, isClosed: () => boolean): GroupCommit => {
  const settle: GroupCommit = async (write) => {
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

/**
 * A durable queue in the ledger. `publish` resolves after the commit; each fact is delivered at
 * least once and about in order. A try that the death of the process cut off does not count as
 * failed: otherwise a few restarts would park sound facts. An idle bus has no timer.
 */
export const openBus = (options: Options): LocalBus => {
  const { database, clock, log, concurrency = 16 } = options;
  const queue = factQueue(database);
  const commit = groupCommit(database);
  const facts = claims(queue, clock);
  const attempt = trial(queue, options);
  const running = new Set<Promise<void>>();
  let delivering = false;
  let closed = false;
  let alarm: NodeJS.Timeout | undefined;
  const settle = untilWritten(commit, log, () => closed);

  const deliver = async (queued: QueuedFact): Promise<void> => {
    const outcome = await attempt(queued);
    await settle(outcome);
    facts.release(queued.id);
  };

  const wakeIn = (ms: number | undefined): void => {
    clearTimeout(alarm);
    if (ms !== undefined) alarm = setTimeout(wake, ms);
  };

  const hasRoom = () => delivering && running.size < concurrency;

  const deliverNext = (): void => {
    while (hasRoom()) {
      const next = facts.next();
      if (!next) {
        wakeIn(facts.untilNext());
        return;
      }
      const delivery = deliver(next).finally(() => {
        running.delete(delivery);
        wake();
      });
      running.add(delivery);
    }
  };

  const wake = (): void => {
    try {
      deliverNext();
    } catch (error) {
      log.error('The bus cannot read; it tries again in a second.', { area: 'bus', error });
      wakeIn(databasePause);
    }
  };

  return {
    publish: async (published) => {
      if (published.length === 0) return;
      await commit(() => published.forEach(queue.add));
      wake();
    },
    start: () => {
      delivering = true;
      wake();
    },
    drain: async (ms) => {
      delivering = false;
      clearTimeout(alarm);
      await within(ms, Promise.all(running));
      closed = true;
    },
    parked: queue.parked,
    replay: (id) => {
      const found = queue.replay(id);
      if (found) wake();
      return found;
    },
  };
};
