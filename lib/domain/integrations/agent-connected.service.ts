import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { typeNamed } from './catalogue.service.ts';
import { integrationStore } from './integration.store.ts';
import { retestOf } from './retest.rules.ts';

type Connected = { integration_id: string; name: string; now: number };

/** An agent of an integration came, or came back, and asked for work: as good as a test. */
export const agentConnected = async (
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
    ...retestOf(typeNamed(found.cspName), found, now),
  });
};
