import type { ApprovalStore } from './approval.store.ts';

/** Withdraws a pending approval because its run has ended. One that was decided stays as it is. */
export const cancelApproval = async (store: ApprovalStore, id: string): Promise<void> => {
  let written = false;
  while (!written) {
    const found = await store.get(id);
    if (found?.status !== 'pending') return;
    written = await store.decide(id, found.revision, { status: 'cancelled' });
  }
};
