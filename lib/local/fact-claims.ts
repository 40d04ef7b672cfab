import type { Fact } from '#lib/ports/bus.ts';
import type { QueuedFact } from './fact-queue.ts';
import { fairTurns, type Turn } from './fair-turns.ts';

/** A fact about to be tried; nobody else gets it until it is released. */
export type Claim = Turn<QueuedFact>;

/** Whether handling this fact involves waiting for a third-party system. */
const isSlow = (fact: Fact): boolean => fact.type === 'integration_test_requested';

/**
 * The source of a fact: one listener, the connection tests of one organisation, or everything else
 * of that organisation.
 */
const sourceOf = (fact: Fact): string => {
  if ('listener_id' in fact) return fact.listener_id;
  return isSlow(fact) ? `tests of ${fact.tenant_id}` : fact.tenant_id;
};

/** When the current series of a source's facts began, and when its latest deliveries ended. */
type Pace = { startedAt: number; endTimes: number[] };

/** How many recent deliveries determine the rate of a source. */
const rateSampleSize = 128;

/** A queue up to this length does not count as a backlog, however long it takes. */
const backlogThreshold = 200;

/**
 * Selects the facts to try next, in fair turns between their sources; sources that wait for other
 * systems count as slow. `now` is a monotonic time in ms.
 */
export const factClaims = (concurrency: number, now: () => number) => {
  const turns = fairTurns<QueuedFact>(concurrency);
  const paces = new Map<string, Pace>();

  return {
    add(queued: QueuedFact): void {
      const source = sourceOf(queued.fact);
      if (!paces.has(source)) paces.set(source, { startedAt: now(), endTimes: [] });
      turns.add(source, queued, isSlow(queued.fact));
    },

    next: turns.next,

    release({ source }: Claim): void {
      turns.release(source);
      if (!turns.knows(source)) return void paces.delete(source);
      const endTimes = paces.get(source)?.endTimes ?? [];
      endTimes.push(now());
      if (endTimes.length > rateSampleSize) endTimes.shift();
    },

    /**
     * The estimated wait (ms) of a new fact of this source, from the length of its queue and the
     * rate of its latest deliveries; 0 while its queue is short.
     */
    wait(source: string): number {
      const pace = paces.get(source);
      const length = turns.waiting(source);
      if (!pace || length <= backlogThreshold) return 0;
      const [first = pace.startedAt] = pace.endTimes;
      const msPerFact = (now() - first) / Math.max(pace.endTimes.length, 1);
      return length * msPerFact;
    },
  };
};
