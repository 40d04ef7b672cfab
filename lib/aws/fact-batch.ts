import type { Log } from '#lib/kernel/log.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { handleEvents } from './event-batch.ts';

/** Handles a batch of facts from a queue; `tries` is the number of deliveries of a fact so far. */
export const handleFacts = (handle: (fact: Fact, tries: number) => Promise<unknown>, log: Log) =>
  // A fact consists of ids; the log leaves out its other fields.
  handleEvents<Fact>({ log, logFields: (fact) => fact, handle });
