import type { Drifted } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { EngineDeps } from '../deps.ts';

/** Keeps with an approval what its run left alone, and says so to whoever looks at it. */
export const keepDrift = async (
  { db, realtime }: Pick<EngineDeps, 'db' | 'realtime'>,
  tenantId: string,
  id: string,
  drifted: readonly Drifted[],
): Promise<void> => {
  const store = approvalStore(db, tenantId);
  await store.noteDrift(id, drifted);
  const found = await store.get(id);
  if (!found) return;
  const frame = { approval_id: id, status: found.status };
  // Consoles that are not reached ask again by themselves.
  await realtime.push(tenantId, 'approval_updated', frame).catch(() => undefined);
};
