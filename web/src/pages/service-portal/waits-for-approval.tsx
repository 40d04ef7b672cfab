import type { ReactNode } from 'react';
import { useMayDecide } from '#web/components/approvals/use-approval.ts';

type Props = {
  /** Ids of the approvals that agents request in the chat. */
  approvals: readonly string[];
  /** Called with whether one of them waits for this user. */
  children: (isTheirs: boolean) => ReactNode;
};

const FirstApprovalCheck = ({ id, otherIds, children }: FirstApprovalProps) =>
  useMayDecide(id) ? (
    children(true)
  ) : (
    <OwnApprovalCheck approvals={otherIds}>{children}</OwnApprovalCheck>
  );

type FirstApprovalProps = Pick<Props, 'children'> & { id: string; otherIds: readonly string[] };

/** Checks the approvals one after the other until one is for this user. */
export const OwnApprovalCheck = ({ approvals: [id, ...otherIds], children }: Props) =>
  id === undefined ? (
    children(false)
  ) : (
    <FirstApprovalCheck key={id} {...{ id, otherIds, children }} />
  );

/** The text for a run, or its agent, that requests approval of a call in the chat. */
export const approvalText = (isTheirs: boolean): string =>
  isTheirs ? 'Waiting for your approval' : 'Waiting for approval';

export const WaitsForApproval = ({ approvals }: Pick<Props, 'approvals'>) => (
  <OwnApprovalCheck approvals={approvals}>{approvalText}</OwnApprovalCheck>
);
