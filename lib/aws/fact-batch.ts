import type { Log } from '#lib/kernel/log.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { takeEvents } from './event-batch.ts';

/** Takes a batch of facts from a queue; `tries` counts the deliveries of a fact so far. */
export const takeFacts = (handle: (fact: Fact, tries: number) => Promise<unknown>, log: Log) =>
  // A fact names ids; the log leaves out what is none.
  takeEvents<Fact>({ log, about: (fact) => fact, handle });
