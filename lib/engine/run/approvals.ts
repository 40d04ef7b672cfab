import type { Approval, Drifted } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { EngineDeps } from '../deps.ts';

type Deps = Pick<EngineDeps, 'db' | 'realtime' | 'clock'>;

/** Consoles that are not reached ask again by themselves. */
const tell = ({ realtime }: Deps, tenantId: string, { _id, status }: Approval): Promise<void> =>
  realtime.push(tenantId, 'approval_updated', { approval_id: _id, status }).catch(() => undefined);

/** Keeps with an approval what its run left alone, and says so to whoever looks at it. */
export const keepDrift = async (
  deps: Deps,
  tenantId: string,
  id: string,
  drifted: readonly Drifted[],
): Promise<void> => {
  const store = approvalStore(deps.db, tenantId);
  await store.noteDrift(id, drifted);
  const found = await store.get(id);
  if (found) await tell(deps, tenantId, found);
};

/**
 * The approval as it stands. A pending one whose time is over is expired by a conditional write; if
 * somebody decides in the same moment, what they decided counts.
 */
export const settledApproval = async (
  deps: Deps,
  tenantId: string,
  id: string,
): Promise<Approval | undefined> => {
  const store = approvalStore(deps.db, tenantId);
  for (;;) {
    const found = await store.get(id);
    if (found?.status !== 'pending' || deps.clock() < Date.parse(found.expires_on)) return found;
    if (await store.decide(id, found.revision, { status: 'expired' })) {
      await tell(deps, tenantId, { ...found, status: 'expired' });
    }
  }
};
