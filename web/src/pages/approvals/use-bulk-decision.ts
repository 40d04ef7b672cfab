import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { errorText } from '#web/api/api-error.ts';
import { approvals } from '#web/api/approvals.ts';

export type BulkDecision = { status: 'resolved' | 'rejected'; message: string };

/** How far one of several approvals is. */
export type Progress = { state: 'deciding' } | { state: 'done' } | { state: 'failed'; why: string };

/**
 * Decides on one approval after the other, on all resources of each; what one comes to changes
 * nothing for the others. Decided ones are not decided again.
 */
export const useBulkDecision = () => {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Readonly<Record<string, Progress>>>({});
  const [isPending, setPending] = useState(false);
  const note = (id: string, now: Progress) => setProgress((before) => ({ ...before, [id]: now }));

  const decideOne = async (id: string, decision: BulkDecision): Promise<boolean> => {
    note(id, { state: 'deciding' });
    try {
      await approvals.resolveApproval({ approval_id: id, all: true, ...decision });
      note(id, { state: 'done' });
      return true;
    } catch (error) {
      note(id, { state: 'failed', why: errorText(error) });
      return false;
    }
  };

  /** Answers the ids of those that were decided now. */
  const decide = async (
    chosen: readonly ApprovalView[],
    decision: BulkDecision,
  ): Promise<string[]> => {
    setPending(true);
    const decided: string[] = [];
    for (const { _id } of chosen) {
      if (progress[_id]?.state === 'done') continue;
      if (await decideOne(_id, decision)) decided.push(_id);
    }
    setPending(false);
    const { area } = approvals.resolveApproval;
    void queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) => area.some((one) => one === key),
    });
    return decided;
  };

  return { decide, progress, isPending };
};
