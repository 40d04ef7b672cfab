import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Scene } from '../scene.ts';

/** A pending approval that was asked for at this time (epoch ms). */
export const approvalAskedAt = (time: number) => ({
  _id: timedId('apr', time),
  bot_id: 'bot_1',
  bot_name: 'Isolate',
  bot_exc_id: 'exc_1',
  lane: '',
  node_id: 'n1',
  node_name: 'Ask',
  status: 'pending' as const,
  message: 'May I?',
  approvals_required: 1,
  approvers: [],
  resolutions: [],
  revision: 1,
  requested_on: isoTime(time),
  expires_on: isoTime(time),
  resource_count: 0,
  resources: [],
  fingerprints: [],
  requested_by: [],
  written_by: [],
  no_self_approval: false,
});

/** Stores a pending approval that was asked for now; returns its id. */
export const storePendingApproval = async (
  { db, tenant_id, time }: Scene,
  message: string,
  approvers: string[] = [],
): Promise<string> => {
  const approval = { ...approvalAskedAt(time.now), message, approvers };
  await approvalStore(db, tenant_id).create(approval);
  return approval._id;
};
