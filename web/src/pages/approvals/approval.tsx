import { useParams } from 'react-router';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { actionFormId } from '#web/components/approvals/action-form.tsx';
import { Decision, useDecisionRefusal } from '#web/components/approvals/decision.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { Drift } from './drift.tsx';
import { approvalsHelp } from './help.tsx';
import { Resolutions } from './resolutions.tsx';
import { Summary } from './summary.tsx';

/** Focuses the form's first option, which scrolls the form into view. */
const goToForm = () =>
  document.querySelector<HTMLInputElement>(`#${actionFormId} input[type="radio"]`)?.focus();

/** The form is further down on this page: it need not be opened on another one. */
const TakeAction = ({ approval }: { approval: ApprovalView }) => (
  <Button variant="primary" {...disabledBy(useDecisionRefusal(approval))} onClick={goToForm}>
    Take action
  </Button>
);

type Props = { approval: ApprovalView; answer: ReturnType<typeof useApproval> };

const Approval = ({ approval, answer }: Props) => {
  usePage({ page: 'approval', title: approval.node_name, help: approvalsHelp });
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          info={<InfoLink />}
          actions={
            <SpaceBetween size="xs" direction="horizontal" alignItems="center">
              <Refresh {...answer} subject="approval" />
              {approval.status === 'pending' && <TakeAction approval={approval} />}
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

/** An approval with its resources, and the form to decide on it. */
export const ApprovalPage = () => {
  const { approval_id: id = '' } = useParams();
  const answer = useApproval(id);
  if (answer.data) return <Approval key={id} approval={answer.data} answer={answer} />;
  const { error, refetch } = answer;
  return <ItemPlaceholder page="approval" error={error} onRetry={refetch} />;
};
