import { useNavigate, useParams } from 'react-router';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { usePage } from '#web/app/page.ts';
import { Decision } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { LinkButton } from '#web/components/link.tsx';
import { NotShown } from '#web/components/not-shown.tsx';
import { approvalList } from './approval-list.ts';
import { Status } from './statuses.tsx';

const TakeAction = ({ approval }: { approval: ApprovalView }) => {
  const navigate = useNavigate();
  const details = `/approvals/view/${approval._id}`;
  const title = `Take action: ${approval.node_name}`;
  usePage({ title, crumbs: [approvalList], contentType: 'form' });
  return (
    <ContentLayout
      header={
        <Header variant="h1" actions={<LinkButton to={details}>View details</LinkButton>}>
          {title}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Status', value: <Status status={approval.status} /> },
            { label: 'Bot', value: approval.bot_name },
            { label: 'Message', value: approval.message || '-' },
          ]}
        />
        <Decision approval={approval} onDone={() => void navigate(details)} />
      </SpaceBetween>
    </ContentLayout>
  );
};

/** Decides on one approval; where links in mails lead (spec 2 section 2.2). */
export const TakeActionPage = () => {
  const { approval_id: id = '' } = useParams();
  const { data, error, refetch } = useApproval(id);
  if (data) return <TakeAction key={id} approval={data} />;
  return <NotShown name="Approval" list={approvalList} error={error} onRetry={refetch} />;
};
