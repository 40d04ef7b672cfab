import type { Database } from '#lib/kernel/database.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import type { Snapshot } from '../../inventory/snapshots/snapshot.schema.ts';
import { snapshotStore } from '../../inventory/snapshots/snapshot.store.ts';
import type { Evaluation } from './evaluation.schema.ts';
import { evaluationStore } from './evaluation.store.ts';

/** Selects integrations; if empty, it selects all. */
export type IntegrationFilter = {
  integration_type?: string | undefined;
  integration_id?: string | undefined;
};

/** What pages show of an integration: the evaluation that its snapshot names. */
export type ShownEvaluation = { evaluation: Evaluation; alias: string };

/** The integrations of an organisation and their snapshots. */
export type Accounts = {
  integrations: () => Promise<ReadonlyMap<string, Pick<Integration, 'alias'>>>;
  snapshots: () => Promise<readonly Snapshot[]>;
};

const accountsOf = (db: Database, tenantId: string): Accounts => ({
  integrations: async () => {
    const found = new Map<string, Integration>();
    for await (const one of integrationStore(db, tenantId).all()) found.set(one._id, one);
    return found;
  },
  snapshots: snapshotStore(db, tenantId).known,
});

/**
 * The evaluations that are shown, ordered by integration id, without deleted integrations. Counts
 * are as stored; `with-exceptions.service.ts` counts accepted findings as skipped. `accounts` lets
 * callers pass what they have already read.
 */
export const findShownEvaluations = async (
  db: Database,
  tenantId: string,
  { integration_type, integration_id }: IntegrationFilter,
  accounts = accountsOf(db, tenantId),
): Promise<ShownEvaluation[]> => {
  const integrations = await accounts.integrations();
  const evaluations = evaluationStore(db, tenantId);
  const reads: Promise<ShownEvaluation | undefined>[] = [];
  for (const { _id, integration_type: type, latest } of await accounts.snapshots()) {
    const scanId = latest?.evaluated;
    const alias = integrations.get(_id)?.alias;
    const isSelected =
      (integration_type === undefined || type === integration_type) &&
      (integration_id === undefined || _id === integration_id);
    if (!isSelected || scanId === undefined || alias === undefined) continue;
    reads.push(
      evaluations.get(_id, scanId).then((evaluation) => evaluation && { evaluation, alias }),
    );
  }
  return (await Promise.all(reads)).filter((one) => one !== undefined);
};

/** The evaluations that were shown before these, if they are kept. */
export const findPreviousEvaluations = async (
  db: Database,
  tenantId: string,
  current: readonly ShownEvaluation[],
): Promise<Evaluation[]> => {
  const evaluations = evaluationStore(db, tenantId);
  const found = await Promise.all(
    current.flatMap(({ evaluation: { integration_id, previous_scan_id } }) =>
      previous_scan_id === undefined ? [] : [evaluations.get(integration_id, previous_scan_id)],
    ),
  );
  return found.filter((one) => one !== undefined);
};
