import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import { Decision } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { Link } from '#web/components/link.tsx';

/** A call that an agent asks to make, decided in place by those who may; others wait for them. */
export const ApprovalCard = ({ approval_id }: { approval_id: string }) => {
  const { data: approval, refetch } = useApproval(approval_id);
  if (!approval || approval.status !== 'pending') return null;
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={
            <>
              Expires <Expiry at={approval.expires_on} isOpen />
            </>
          }
          actions={<Link to={pathTo('approval', { approval_id })}>Open approval</Link>}
        >
          Approve this call?
        </Header>
      }
    >
      <SpaceBetween size="l">
        <Decision approval={approval} inPlace onDone={() => void refetch()} />
      </SpaceBetween>
    </Container>
  );
};
