import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Box from '@cloudscape-design/components/box';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { usePage } from '#web/app/page.ts';
import { Decision } from '#web/components/approvals/decision.tsx';
import { expiryFacts, quorumFacts } from '#web/components/approvals/facts.tsx';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { BotLink } from '#web/components/bot-link.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { RunLink } from './run-link.tsx';
import { Status } from './statuses.tsx';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Box variant="awsui-key-label">{label}</Box>
    {children}
  </div>
);

const TakeAction = ({ approval }: { approval: ApprovalView }) => {
  const navigate = useNavigate();
  const details = pathTo('approval', { approval_id: approval._id });
  const title = `Take action: ${approval.node_name}`;
  const [isDecided, setDecided] = useState(false);
  // After the form's guard is gone, which would block leaving.
  useEffect(() => {
    if (isDecided) void navigate(details);
  }, [isDecided, navigate, details]);
  usePage({ page: 'takeAction', title, contentType: 'form' });
  return (
    <ContentLayout
      header={
        <Header variant="h1" actions={<LinkButton to={details}>View details</LinkButton>}>
          {title}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <SpaceBetween size="xl" direction="horizontal">
          <Fact label="Status">
            <Status status={approval.status} />
          </Fact>
          <Fact label="Bot">
            <BotLink {...approval} />
          </Fact>
          <Fact label="Run">
            <RunLink approval={approval} />
          </Fact>
          {approval.loop_details && (
            <Fact label="Iteration">{turnText(approval.loop_details)}</Fact>
          )}
          <Fact label="Message">{approval.message || '-'}</Fact>
          {[...quorumFacts(approval), ...expiryFacts(approval)].map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </SpaceBetween>
        <Decision approval={approval} onDone={() => setDecided(true)} />
      </SpaceBetween>
    </ContentLayout>
  );
};

/** The form to decide on one approval; the target of links in mails. */
export const TakeActionPage = () => {
  const { approval_id: id = '' } = useParams();
  const { data, error, refetch } = useApproval(id);
  if (data) return <TakeAction key={id} approval={data} />;
  return <ItemPlaceholder page="takeAction" error={error} onRetry={refetch} />;
};
