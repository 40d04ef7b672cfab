import { approvals } from '#web/api/approvals.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useRefusal } from '#web/app/session.ts';

/** Milliseconds between polls while the approval can change. */
const pollEvery = 30_000;

/** An approval, kept up to date until it is decided; not requested if the user may not read it. */
export const useApproval = (id: string) => {
  const refused = useRefusal(approvals.getApproval);
  const { answer, askAgain } = useRefetchableCall(
    approvals.getApproval,
    { approval_id: id },
    {
      poll: (approval) => (approval && approval.status !== 'pending' ? false : pollEvery),
      enabled: refused === undefined,
    },
  );
  useChannel('approval_updated', ({ approval_id }) => {
    if (approval_id === id && refused === undefined) askAgain();
  });
  return { ...answer, refused };
};

/** Whether the approval waits for this user's decision; undefined until that is known. */
export const useMayDecide = (id: string): boolean | undefined => {
  const { data, error, refused } = useApproval(id);
  const refusal = useRefusal(approvals.resolveApproval);
  if (data) return data.may_act && refusal === undefined;
  return refused === undefined && !error ? undefined : false;
};
