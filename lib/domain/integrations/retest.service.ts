import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Bus } from '#lib/ports/bus.ts';
import { dueIntegrations, integrationStore } from './integration.store.ts';

/** How many tests one pass starts; the next pass, a minute later, continues. */
const maxTestsPerPass = 100;

/** Delay (ms) after which a test that was lost with its process is started again. */
const lostTestDelay = 3600_000;

/**
 * Starts the daily tests that are due, for all organisations. They run like those that users start;
 * the end of each schedules the next.
 */
export const startDueTests =
  ({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }) =>
  async (): Promise<void> => {
    const time = clock();
    const now = isoTime(time);
    const retestAt = isoTime(time + lostTestDelay);
    let examined = 0;
    for await (const { tenant_id, _id } of dueIntegrations(db, now)) {
      const test = { id: timedId('int', time), until: isoTime(time + limits.connectionTestLost) };
      const store = integrationStore(db, tenant_id);
      if (await store.beginDailyTest(_id, test, { now, retestAt })) {
        const request = { tenant_id, integration_id: _id, test_id: test.id, send_message: false };
        await bus.publish([{ type: 'integration_test_requested', ...request }]);
      }
      examined += 1;
      if (examined === maxTestsPerPass) return;
    }
  };
