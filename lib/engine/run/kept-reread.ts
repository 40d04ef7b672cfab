import type { Drifted, ReadAgain } from '#lib/domain/approvals/approval.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import type { EngineDeps } from '../deps.ts';

/**
 * Keeps with an approval what its run left alone, and how old that was which it went by, and says
 * so to whoever looks at it.
 */
export const keepReread = async (
  { db, realtime }: Pick<EngineDeps, 'db' | 'realtime'>,
  tenantId: string,
  id: string,
  found: { drifted: readonly Drifted[]; seen: ReadAgain | undefined },
): Promise<void> => {
  if (found.drifted.length === 0 && !found.seen) return;
  const store = approvalStore(db, tenantId);
  await store.noteReread(id, found);
  const asked = await store.get(id);
  if (!asked) return;
  const frame = { approval_id: id, status: asked.status };
  // Consoles that are not reached ask again by themselves.
  await realtime.push(tenantId, 'approval_updated', frame).catch(() => undefined);
};
