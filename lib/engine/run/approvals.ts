import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { EngineDeps } from '../deps.ts';

/**
 * The approval as it stands. A pending one whose time is over is expired by a conditional write; if
 * somebody decides in the same moment, what they decided counts.
 */
export const settledApproval = async (
  { db, realtime, clock }: Pick<EngineDeps, 'db' | 'realtime' | 'clock'>,
  tenantId: string,
  id: string,
): Promise<Approval | undefined> => {
  const store = approvalStore(db, tenantId);
  for (;;) {
    const found = await store.get(id);
    if (found?.status !== 'pending' || clock() < Date.parse(found.expires_on)) return found;
    if (await store.decide(id, found.revision, { status: 'expired' })) {
      await realtime
        .push(tenantId, 'approval_updated', { approval_id: id, status: 'expired' })
        .catch(() => undefined);
    }
  }
};
