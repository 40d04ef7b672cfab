import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';

/** Looked at every 30 s while it can change. */
const pollEvery = 30_000;

/** An approval, kept up to date until it is decided. */
export const useApproval = (id: string) => {
  const answer = useCall(
    approvals.getApproval,
    { approval_id: id },
    { poll: (approval) => (approval && approval.status !== 'pending' ? false : pollEvery) },
  );
  useChannel('approval_updated', ({ approval_id }) => {
    if (approval_id === id) void answer.refetch();
  });
  return answer;
};
