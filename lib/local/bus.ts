import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Bus, Fact } from '#lib/ports/bus.ts';
import { type Claim, factClaims } from './fact-claims.ts';
import { type FactQueue, factQueue, type ParkedFact } from './fact-queue.ts';
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

/**
 * What becomes of a fact after a try: it is removed, postponed or parked, and that is committed.
 */
const trial = (queue: FactQueue, options: BusOptions) => {
  const { clock, log, handle, delayAfter = retryDelay, onParked } = options;

  const giveUp = async ({ queued, fact }: Claim, error: unknown): Promise<() => void> => {
    const { id } = queued;
    const tries = queued.tries + 1;
    try {
      await onParked?.(fact, { error, tries });
    } catch (failure) {
      log.error('A fact could not be parked; it is tried again.', { area: 'bus', error: failure });
      return () => queue.postpone(id, queued.tries, clock() + parkingPause);
    }
    log.error('A fact was parked: every try to handle it failed.', { area: 'bus', error });
    return () => queue.park(id, tries, causeOf(error), clock());
  };

  return async (claim: Claim): Promise<() => void> => {
    const { id, tries } = claim.queued;
    try {
      await handle(claim.fact);
      return () => queue.remove(id);
    } catch (error) {
      const delay = delayAfter(tries + 1);
      if (delay === undefined) return giveUp(claim, error);
      return () => queue.postpone(id, tries + 1, clock() + delay);
    }
  };
};

/** Milliseconds before a fact is tried again that could not be parked. */
const parkingPause = 60_000;

/** Milliseconds before the bus tries again what its database refused (a full disk, for example). */
const databasePause = 1_000;

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
 * failed: otherwise a few restarts would park sound facts. An idle bus has no timer. Facts of one
 * listener, or one organisation, take turns with those of the others.
 */
export const openBus = (options: BusOptions): LocalBus => {
  const { database, clock, log, concurrency = 32 } = options;
  const queue = factQueue(database);
  const commit = groupCommit(database);
  const facts = factClaims(queue, clock, concurrency);
  const attempt = trial(queue, options);
  const running = new Set<Promise<void>>();
  let delivering = false;
  let closed = false;
  let alarm: NodeJS.Timeout | undefined;
  const settle = untilWritten(commit, log, () => closed);

  const deliver = async (claim: Claim): Promise<void> => {
    const outcome = await attempt(claim);
    await settle(outcome);
    facts.release(claim);
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
