import type { Clock } from '#lib/kernel/clock.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { type FactQueue, longestDelay, type QueuedFact, sourceOf } from './fact-queue.ts';

/** A fact that is about to be tried; nobody else gets it until it is released. */
export type Claim = { queued: QueuedFact; fact: Fact; source: string };

/** How many facts of a source, or failed ones, are read from the queue at once. */
const batch = 64;

/** What is read and not yet tried, by source. */
const waitingRoom = () => {
  const waiting = new Map<string, Claim[]>();
  return {
    sources: () => waiting.keys(),
    has: (source: string) => waiting.has(source),
    add: (queued: QueuedFact) => {
      const fact: Fact = JSON.parse(queued.fact);
      const source = sourceOf(fact);
      const claims = waiting.get(source) ?? [];
      waiting.set(source, claims);
      claims.push({ queued, fact, source });
    },
    take: (source: string): Claim | undefined => {
      const claims = waiting.get(source);
      const claim = claims?.shift();
      if (claims?.length === 0) waiting.delete(source);
      return claim;
    },
  };
};

/**
 * Hands out the facts to try next, so that no source holds the others up: one may have no more
 * deliveries under way than are still free. Alone it gets about half of all, and whoever comes next
 * finds a free one, however long the deliveries of the first take.
 */
export const factClaims = (queue: FactQueue, clock: Clock, concurrency: number) => {
  const room = waitingRoom();
  const running = new Map<string, number>();
  const failedBefore = new Set<number>();
  const lastRead = new Map<string, number>();
  let total = 0;

  const of = (source: string): number => running.get(source) ?? 0;

  const readAgain = (): void => {
    for (const queued of queue.dueAgain(clock(), batch + failedBefore.size)) {
      if (failedBefore.has(queued.id)) continue;
      failedBefore.add(queued.id);
      room.add(queued);
    }
  };

  const readUntried = (): void => {
    const sources = new Set(queue.sources());
    for (const source of lastRead.keys()) if (!sources.has(source)) lastRead.delete(source);
    for (const source of sources) {
      if (room.has(source)) continue;
      const facts = queue.untried(source, lastRead.get(source) ?? 0, batch);
      facts.forEach(room.add);
      const last = facts.at(-1);
      if (last) lastRead.set(source, last.id);
    }
  };

  /** The source with the fewest deliveries, if it may have one more. */
  const choose = (): string | undefined => {
    let chosen: string | undefined;
    for (const source of room.sources()) {
      if (chosen === undefined || of(source) < of(chosen)) chosen = source;
    }
    return chosen !== undefined && of(chosen) <= concurrency - total ? chosen : undefined;
  };

  const claim = (source: string): Claim | undefined => {
    const next = room.take(source);
    running.set(source, of(source) + 1);
    total += 1;
    return next;
  };

  return {
    next(): Claim | undefined {
      let source = choose();
      if (source === undefined) {
        readAgain();
        readUntried();
        source = choose();
      }
      return source === undefined ? undefined : claim(source);
    },

    release({ queued, source }: Claim): void {
      failedBefore.delete(queued.id);
      total -= 1;
      if (of(source) > 1) running.set(source, of(source) - 1);
      else running.delete(source);
    },

    /** Milliseconds until a fact is due that is not claimed; undefined where none waits. */
    untilNext(): number | undefined {
      const next = queue.waiting(failedBefore.size + 1).find(({ id }) => !failedBefore.has(id));
      return next && Math.min(Math.max(next.due - clock(), 0), longestDelay);
    },
  };
};
