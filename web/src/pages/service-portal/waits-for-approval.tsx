import type { ReactNode } from 'react';
import { useMayDecide } from '#web/components/approvals/use-approval.ts';

type Props = {
  /** What agents ask for in the chat. */
  approvals: readonly string[];
  /** Told whether one of them waits for whoever reads. */
  children: (isTheirs: boolean) => ReactNode;
};

const FirstOf = ({ id, others, children }: FirstProps) =>
  useMayDecide(id) ? children(true) : <IfTheirs approvals={others}>{children}</IfTheirs>;

type FirstProps = Pick<Props, 'children'> & { id: string; others: readonly string[] };

/** Looks at one after the other until one is for whoever reads: others may be asked as well. */
export const IfTheirs = ({ approvals: [id, ...others], children }: Props) =>
  id === undefined ? children(false) : <FirstOf key={id} {...{ id, others, children }} />;

/** Said of a run, and of its agent, that asks for approval of a call in the chat. */
export const approvalText = (isTheirs: boolean): string =>
  isTheirs ? 'Waiting for your approval' : 'Waiting for approval';

export const WaitsForApproval = ({ approvals }: Pick<Props, 'approvals'>) => (
  <IfTheirs approvals={approvals}>{approvalText}</IfTheirs>
);
