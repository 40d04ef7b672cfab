import { useParams } from 'react-router';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { Decision, useActRefusal } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { LinkButton } from '#web/components/link.tsx';
import { NotShown } from '#web/components/not-shown.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { approvalList } from './approval-list.ts';
import { Drift } from './drift.tsx';
import { approvalsHelp } from './help.tsx';
import { Resolutions } from './resolutions.tsx';
import { Summary } from './summary.tsx';

const TakeAction = ({ approval }: { approval: ApprovalView }) => {
  const refusal = useActRefusal(approval);
  return (
    <LinkButton
      variant="primary"
      to={`/approvals/${approval._id}`}
      disabled={refusal !== undefined}
      disabledReason={refusal ?? ''}
    >
      Take action
    </LinkButton>
  );
};

type Props = { approval: ApprovalView; answer: ReturnType<typeof useApproval> };

const Approval = ({ approval, answer }: Props) => {
  usePage({ title: approval.node_name, crumbs: [approvalList], help: approvalsHelp });
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          info={<InfoLink />}
          actions={
            <SpaceBetween size="xs" direction="horizontal" alignItems="center">
              <Refresh {...answer} what="approval" />
              <TakeAction approval={approval} />
            </SpaceBetween>
          }
        >
          {approval.node_name}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <Summary approval={approval} />
        {approval.drifted && <Drift drifted={approval.drifted} />}
        <Decision approval={approval} onDone={() => {}} />
        <Resolutions approval={approval} />
      </SpaceBetween>
    </ContentLayout>
  );
};

/** An approval with its resources, and the control to decide in place (spec 2 section 2.2). */
export const ApprovalPage = () => {
  const { approval_id: id = '' } = useParams();
  const answer = useApproval(id);
  if (answer.data) return <Approval key={id} approval={answer.data} answer={answer} />;
  const { error, refetch } = answer;
  return <NotShown name="Approval" list={approvalList} error={error} onRetry={refetch} />;
};
