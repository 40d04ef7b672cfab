import type { Fact } from '#lib/ports/bus.ts';
import type { QueuedFact } from './fact-queue.ts';
import { fairTurns, type Turn } from './fair-turns.ts';

/** A fact that is about to be tried; nobody else gets it until it is released. */
export type Claim = Turn<QueuedFact>;

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

/** When facts of a source that has some began to come, and when the last ones ended. */
type Pace = { since: number; ends: number[] };

/** Deliveries from whose ends the rate of a source is told. */
const measuredEnds = 128;

/** A queue of up to so many facts is no backlog, however long it takes. */
const shortQueue = 200;

/**
 * Hands out the facts to try next, in fair turns of their sources; those that wait for other
 * systems are the slow ones. `now` is a time in ms that never goes back.
 */
export const factClaims = (concurrency: number, now: () => number) => {
  const turns = fairTurns<QueuedFact>(concurrency);
  const paces = new Map<string, Pace>();

  return {
    add(queued: QueuedFact): void {
      const source = sourceOf(queued.fact);
      if (!paces.has(source)) paces.set(source, { since: now(), ends: [] });
      turns.add(source, queued, isSlow(queued.fact));
    },

    next: turns.next,

    release({ source }: Claim): void {
      turns.release(source);
      if (!turns.knows(source)) return void paces.delete(source);
      const ends = paces.get(source)?.ends ?? [];
      ends.push(now());
      if (ends.length > measuredEnds) ends.shift();
    },

    /**
     * Milliseconds that a new fact of this source would wait, told from its queue and the rate at
     * which its last facts were handled; 0 while its queue is short.
     */
    wait(source: string): number {
      const pace = paces.get(source);
      const length = turns.waiting(source);
      if (!pace || length <= shortQueue) return 0;
      const [first = pace.since] = pace.ends;
      const each = (now() - first) / Math.max(pace.ends.length, 1);
      return length * each;
    },
  };
};
