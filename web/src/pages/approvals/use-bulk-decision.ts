import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ApprovalStatus, ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { ApiError, errorText } from '#web/api/api-error.ts';
import { approvals } from '#web/api/approvals.ts';
import { failureText } from '#web/components/failure-text.ts';
import { queriesOfRoutes, refreshQueries } from '#web/api/refetch.ts';
import { useChannel } from '#web/api/use-socket.ts';

export type BulkDecision = { status: 'resolved' | 'rejected'; message: string };

/** The progress of one of several approvals. */
export type Progress =
  { state: 'deciding' } | { state: 'done' } | { state: 'failed'; reason: string };

/**
 * Decides on approvals one after the other, on all resources of each; a failure does not affect the
 * others. Approvals that were decided, here or by others, are skipped.
 */
export const useBulkDecision = (selectedApprovals: readonly ApprovalView[]) => {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Readonly<Record<string, Progress>>>({});
  const [closed, setClosed] = useState<Readonly<Record<string, ApprovalStatus>>>({});
  const [isPending, setPending] = useState(false);
  const updateProgress = (id: string, newProgress: Progress) =>
    setProgress((previous) => ({ ...previous, [id]: newProgress }));

  useChannel('approval_updated', ({ approval_id, status }) => {
    if (status !== 'pending') setClosed((previous) => ({ ...previous, [approval_id]: status }));
  });
  const remaining = selectedApprovals.filter(
    ({ _id }) => progress[_id]?.state !== 'done' && !closed[_id],
  );

  const decideOne = async (id: string, decision: BulkDecision): Promise<boolean> => {
    updateProgress(id, { state: 'deciding' });
    try {
      await approvals.resolveApproval({ approval_id: id, all: true, ...decision });
      updateProgress(id, { state: 'done' });
      return true;
    } catch (error) {
      const reason = error instanceof ApiError ? failureText(error) : errorText(error);
      updateProgress(id, { state: 'failed', reason });
      return false;
    }
  };

  /** Resolves to the ids of those decided now. */
  const decide = async (decision: BulkDecision): Promise<string[]> => {
    setPending(true);
    const decidedIds: string[] = [];
    for (const { _id } of remaining) {
      if (await decideOne(_id, decision)) decidedIds.push(_id);
    }
    setPending(false);
    refreshQueries(queries, queriesOfRoutes(approvals.resolveApproval.area));
    return decidedIds;
  };

  return { decide, remaining, progress, closed, isPending };
};
