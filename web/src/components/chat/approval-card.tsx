import { useLayoutEffect, useRef } from 'react';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Decision } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { Link } from '#web/components/link.tsx';

type CardProps = Pick<Props, 'onDecided'> & { approval: ApprovalView; refetch: () => unknown };

/** Somebody who was about to decide reads on among the messages, where the call was made or not. */
const useFocusKept = () => {
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

const Card = ({ approval, refetch, onDecided }: CardProps) => (
  <div ref={useFocusKept()}>
    <Container
      header={
        <Header
          variant="h2"
          description={
            <>
              Expires <Expiry at={approval.expires_on} isOpen />
            </>
          }
          actions={
            <Link to={pathTo('approval', { approval_id: approval._id })}>Open approval</Link>
          }
        >
          Approve this call?
        </Header>
      }
    >
      <SpaceBetween size="l">
        <Decision
          approval={approval}
          inPlace
          onDone={(decided) => {
            onDecided(decided === 'resolved' ? 'Approved' : 'Rejected');
            void refetch();
          }}
        />
      </SpaceBetween>
    </Container>
  </div>
);

type Props = {
  approval_id: string;
  /** Told what was decided here. */
  onDecided: (text: string) => void;
};

/** A call that an agent asks to make, decided in place by those who may; others wait for them. */
export const ApprovalCard = ({ approval_id, onDecided }: Props) => {
  const { data: approval, refetch } = useApproval(approval_id);
  if (!approval || approval.status !== 'pending') return null;
  return <Card {...{ approval, refetch, onDecided }} />;
};
