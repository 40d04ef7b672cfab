import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { causeOf } from './parked-cause.rules.ts';
import { listenerEventStore } from './listener-event.store.ts';

export type ParkDeps = { db: Database; clock: Clock; log: Log };

/** The error and the number of tries of a fact that the bus gives up. */
export type FinalFailure = { error: unknown; tries: number };

/**
 * Handles a fact that failed at every try. An event of a listener is parked, with the cause, until
 * somebody replays it. Any other fact stays marked in the item it comes from, and the sweep sends
 * it again; receiving it twice changes nothing.
 */
export const parkFact =
  ({ db, clock, log }: ParkDeps) =>
  async (fact: Fact, { error, tries }: FinalFailure): Promise<void> => {
    const { tenant_id } = fact;
    if (fact.type !== 'listener_event_received') {
      log.error('The delivery of a fact was given up; the sweep will send it again.', {
        area: fact.type,
        tenant_id,
        error,
      });
      return;
    }
    const { listener_id, event_id } = fact;
    const parked = { at: isoTime(clock()), cause: causeOf(error), tries };
    const events = listenerEventStore(db, tenant_id, listener_id);
    if (!(await events.park(event_id, parked))) return;
    const fields = { area: 'listeners', tenant_id, listener_id, event_id, error };
    log.error('An event was parked, because every attempt to handle it failed.', fields);
  };
