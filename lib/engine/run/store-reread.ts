import type { DriftedResource, SecondReading } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { EngineDeps } from '../deps.ts';

/**
 * Stores with an approval which resources its run skipped because they had drifted, and the age of
 * the data that it relied on; then notifies consoles.
 */
export const storeReread = async (
  { db, realtime }: Pick<EngineDeps, 'db' | 'realtime'>,
  tenantId: string,
  id: string,
  found: { drifted: readonly DriftedResource[]; seen: SecondReading | undefined },
): Promise<void> => {
  if (found.drifted.length === 0 && !found.seen) return;
  const store = approvalStore(db, tenantId);
  await store.noteReread(id, found);
  const approval = await store.get(id);
  if (!approval) return;
  const frame = { approval_id: id, status: approval.status };
  // Consoles that miss the frame poll by themselves.
  await realtime.push(tenantId, 'approval_updated', frame).catch(() => undefined);
};
