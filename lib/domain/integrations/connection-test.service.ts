import type { Fact } from '#lib/ports/bus.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { CannotOpen } from '#lib/kernel/sealing.ts';
import type { Integration } from './integration.schema.ts';
import { integrationStore } from './integration.store.ts';
import type { OpenedIntegration } from './opened-integration.ts';

/** What a test found out. Where there was nothing to find out, `untested` says so. */
export type ConnectionVerdict =
  | { ok: true; connected_as?: string; untested?: string }
  | { ok: false; reason: string };

export type ConnectionTestDeps = {
  db: Database;
  clock: Clock;
  /** The integration with its secrets; undefined where there is none. */
  openIntegration: (tenantId: string, id: string) => Promise<OpenedIntegration | undefined>;
  /** Calls the other system: the engine's `testConnection`. */
  testConnection: (
    integration: OpenedIntegration,
    asked: { sendMessage: boolean },
  ) => Promise<ConnectionVerdict>;
};

type Requested = Extract<Fact, { type: 'integration_test_requested' }>;

const verdictOf = async (
  deps: ConnectionTestDeps,
  { tenant_id, integration_id, send_message }: Requested,
): Promise<ConnectionVerdict | undefined> => {
  try {
    const opened = await deps.openIntegration(tenant_id, integration_id);
    return opened && (await deps.testConnection(opened, { sendMessage: send_message }));
  } catch (error) {
    if (error instanceof CannotOpen) return { ok: false, reason: error.message };
    throw error;
  }
};

const stateAfter = (verdict: ConnectionVerdict, tested_at: string): Partial<Integration> => {
  if (!verdict.ok) {
    return { integrationState: 'ERROR', state_reason: verdict.reason, tested_at };
  }
  const { connected_as, untested } = verdict;
  if (untested !== undefined) return { integrationState: 'INACTIVE' };
  return { integrationState: 'ACTIVE', state_reason: undefined, connected_as, tested_at };
};

/** Tests a connection; the test counts once, and not where another one began meanwhile. */
export const testRequested =
  (deps: ConnectionTestDeps) =>
  async (fact: Requested): Promise<void> => {
    const { tenant_id, integration_id, test_id } = fact;
    const store = integrationStore(deps.db, tenant_id);
    const found = await store.get(integration_id);
    if (found?.test?.id !== test_id) return;
    const verdict = await verdictOf(deps, fact);
    if (!verdict) return;
    await store.endTest(integration_id, test_id, stateAfter(verdict, isoTime(deps.clock())));
  };
