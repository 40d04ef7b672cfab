import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Scene } from '../scene.ts';

/** A pending approval that was asked for now. */
export const pendingApproval = async (
  { db, tenant_id, time }: Scene,
  message: string,
): Promise<string> => {
  const _id = timedId('apr', time.now);
  const at = isoTime(time.now);
  await approvalStore(db, tenant_id).create({
    _id,
    bot_id: 'bot_1',
    bot_name: 'Isolate',
    bot_exc_id: 'exc_1',
    lane: '',
    node_id: 'n1',
    node_name: 'Ask',
    status: 'pending',
    message,
    approvals_required: 1,
    approvers: [],
    resolutions: [],
    revision: 1,
    requested_on: at,
    expires_on: at,
    resource_count: 0,
    resources: [],
    fingerprints: [],
    requested_by: [],
    no_self_approval: false,
  });
  return _id;
};
