import type { Fact } from '#lib/ports/bus.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { CannotOpen } from '#lib/kernel/sealing.ts';
import { type FailureMailDeps, mailFailure } from './failure-mail.service.ts';
import type { Integration } from './integration.schema.ts';
import { integrationStore } from './integration.store.ts';
import { nextRetest, retestFieldsOf } from './retest.rules.ts';
import type { OpenedIntegration } from './opened-integration.ts';

/** The stored fields about the tools of an MCP server. */
type McpToolFields = Pick<Integration, 'mcp_tools' | 'mcp_tools_incomplete'>;

/** The result of a test; `untested` is the reason why nothing was tested. */
export type ConnectionVerdict =
  | ({ ok: true; connected_as?: string; untested?: string } & McpToolFields)
  /** A `passing` failure may be over a few minutes later. */
  | { ok: false; reason: string; passing?: true };

export type ConnectionTestDeps = FailureMailDeps & {
  db: Database;
  clock: Clock;
  /** The integration with its secrets; undefined if it does not exist. */
  openIntegration: (tenantId: string, id: string) => Promise<OpenedIntegration | undefined>;
  /** Calls the other system: the engine's `testConnection`. */
  testConnection: (
    integration: OpenedIntegration,
    options: { sendMessage: boolean },
  ) => Promise<ConnectionVerdict>;
};

type Requested = Extract<Fact, { type: 'integration_test_requested' }>;

const runConnectionTest = async (
  deps: ConnectionTestDeps,
  { tenant_id, integration_id, send_message }: Requested,
): Promise<ConnectionVerdict | undefined> => {
  try {
    const integration = await deps.openIntegration(tenant_id, integration_id);
    return integration && (await deps.testConnection(integration, { sendMessage: send_message }));
  } catch (error) {
    if (error instanceof CannotOpen) return { ok: false, reason: error.message };
    throw error;
  }
};

/** Delay (ms) after which a daily test with a possibly temporary failure is repeated. */
const retryDelay = 5 * 60_000;

const stateAfterTest = async (
  integration: Integration,
  verdict: ConnectionVerdict,
  now: number,
): Promise<Partial<Integration>> => {
  const tested_at = isoTime(now);
  if (!verdict.ok) {
    const { daily } = integration.test ?? {};
    const isFirst = integration.retest_again === undefined && integration.failed_at === undefined;
    if (daily && verdict.passing && isFirst) {
      return { retest_again: true, retest_at: isoTime(now + retryDelay) };
    }
    const failed = {
      integrationState: 'ERROR' as const,
      state_reason: verdict.reason,
      tested_at,
      retest_again: undefined,
    };
    if (!daily) return failed;
    const { _id, failed_at = tested_at } = integration;
    return { ...failed, failed_at, retest_at: isoTime(nextRetest(_id, now)) };
  }
  const { connected_as, untested, mcp_tools, mcp_tools_incomplete } = verdict;
  if (untested !== undefined) return { integrationState: 'INACTIVE' };
  const found = { connected_as, ...(mcp_tools && { mcp_tools, mcp_tools_incomplete }) };
  const clearedFields = { state_reason: undefined, failed_at: undefined, retest_again: undefined };
  const works = { ...clearedFields, ...found, tested_at };
  const { requireType } = await import('./catalogue.service.ts');
  const retest = retestFieldsOf(requireType(integration.cspName), integration, now);
  return { integrationState: 'ACTIVE', ...works, ...retest };
};

/**
 * Tests a connection. The result is stored once, and only if no other test has begun since. The
 * owners get a mail when a daily test first finds the failure, not on the following days.
 */
export const runRequestedTest =
  (deps: ConnectionTestDeps) =>
  async (fact: Requested): Promise<void> => {
    const { tenant_id, integration_id, test_id } = fact;
    const store = integrationStore(deps.db, tenant_id);
    const found = await store.get(integration_id);
    if (found?.test?.id !== test_id) return;
    const verdict = await runConnectionTest(deps, fact);
    if (!verdict) return;
    const ended = await stateAfterTest(found, verdict, deps.clock());
    if (!(await store.endTest(integration_id, test_id, ended))) return;
    const isNews = ended.failed_at !== undefined && found.failed_at === undefined;
    if (isNews && !verdict.ok) await mailFailure(deps, found, verdict.reason);
  };
