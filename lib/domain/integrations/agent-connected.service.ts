import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { requireType } from './catalogue.service.ts';
import { integrationStore } from './integration.store.ts';
import { retestFieldsOf } from './retest.rules.ts';

type Connected = { integration_id: string; name: string; now: number };

/** Marks an integration as working when one of its agents comes online, as a passed test would. */
export const markAgentConnected = async (
  db: Database,
  tenantId: string,
  { integration_id, name, now }: Connected,
): Promise<void> => {
  const store = integrationStore(db, tenantId);
  const found = await store.get(integration_id);
  if (!found) return;
  await store.prove(integration_id, {
    integrationState: 'ACTIVE',
    state_reason: undefined,
    connected_as: name,
    tested_at: isoTime(now),
    failed_at: undefined,
    ...retestFieldsOf(requireType(found.cspName), found, now),
  });
};
