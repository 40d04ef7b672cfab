import { type ReactNode, useLayoutEffect, useRef } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { awaitedApprovers } from '#lib/domain/approvals/approval.rules.ts';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { formatShortList } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { RequestedCall } from '#web/components/approvals/requested-call.tsx';
import { Background } from '#web/components/approvals/background.tsx';
import { Decision, useDecisionRefusal } from '#web/components/approvals/decision.tsx';
import { quorumFacts } from '#web/components/approvals/facts.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { Link } from '#web/components/link.tsx';

type CardProps = Pick<Props, 'onDecided'> & { approval: ApprovalView; refetch: () => unknown };

/**
 * When the card is removed while it has the focus, moves the focus to the messages, where the
 * result of the decision is shown.
 */
const useFocusFallback = () => {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    };
  }, []);
  return card;
};

type ApprovalBoxProps = { header: string; approval: ApprovalView; children: ReactNode };

const ApprovalBox = ({ header, approval, children }: ApprovalBoxProps) => (
  <Container
    header={
      <Header
        variant="h2"
        description={
          <>
            Expires <Expiry at={approval.expires_on} isOpen />
          </>
        }
        actions={<Link to={pathTo('approval', { approval_id: approval._id })}>Open approval</Link>}
      >
        {header}
      </Header>
    }
  >
    <SpaceBetween size="l">
      {approval.approvals_required > 1 && (
        <KeyValuePairs columns={3} minColumnWidth={200} items={quorumFacts(approval)} />
      )}
      {children}
    </SpaceBetween>
  </Container>
);

const DecidableCard = ({ approval, refetch, onDecided }: CardProps) => (
  <div ref={useFocusFallback()}>
    <ApprovalBox header="Approve this call?" approval={approval}>
      <Decision
        approval={approval}
        inPlace
        onDone={(decision) => {
          onDecided(decision === 'resolved' ? 'Approved' : 'Rejected');
          void refetch();
        }}
      />
    </ApprovalBox>
  </div>
);

/** Whose decision is awaited, on one line. */
const waitingText = (people: readonly string[] = []): string =>
  `Waiting for ${people.length === 0 ? 'approval' : formatShortList(people, 120)}`;

/** For a user who may not decide: first the reason, then the call, to be read. */
const WaitingCard = ({ approval, reason }: { approval: ApprovalView; reason: string }) => (
  <ApprovalBox header={waitingText(awaitedApprovers(approval))} approval={approval}>
    <Alert type="info">{reason}</Alert>
    {approval.asked_call && <RequestedCall call={approval.asked_call} />}
    <Background approval={approval} isFolded />
  </ApprovalBox>
);

const Card = (props: CardProps) => {
  const refusal = useDecisionRefusal(props.approval);
  if (refusal === undefined) return <DecidableCard {...props} />;
  return <WaitingCard approval={props.approval} reason={refusal} />;
};

type Props = {
  approval_id: string;
  /** The approvers, as far as the chat knows them. */
  approvers?: readonly string[] | undefined;
  /** Called with the text of the decision made here. */
  onDecided: (text: string) => void;
};

/**
 * A call that an agent wants to make, decided in place by users who may; others see whom it waits
 * for.
 */
export const ApprovalCard = ({ approval_id, approvers, onDecided }: Props) => {
  const { data: approval, refetch, error, refused } = useApproval(approval_id);
  if (!approval && (refused !== undefined || error)) return <Box>{waitingText(approvers)}</Box>;
  if (!approval || approval.status !== 'pending') return null;
  return <Card {...{ approval, refetch, onDecided }} />;
};
