import './approvals.css';
import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ApprovalStatus, ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { RequestedCall } from '#web/components/approvals/requested-call.tsx';
import { NextNodes, PinnedMark } from '#web/components/approvals/consequences.tsx';
import { useRunPath } from '#web/components/bot-link.tsx';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { ResourcePages } from './impacted-resources.tsx';
import { Status } from './statuses.tsx';
import type { Progress } from './use-bulk-decision.ts';

type DecisionProgressProps = { progress: Progress | undefined; closed: ApprovalStatus | undefined };

const DecisionProgress = ({ progress, closed }: DecisionProgressProps) => {
  if (!progress) return closed ? <Status status={closed} /> : null;
  if (progress.state === 'deciding')
    return <StatusIndicator type="loading">Deciding</StatusIndicator>;
  if (progress.state === 'done') return <StatusIndicator type="success">Decided</StatusIndicator>;
  return <StatusIndicator type="error">{progress.reason}</StatusIndicator>;
};

/** Fetched when opened. */
const ResourceList = ({ approval }: { approval: ApprovalView }) => {
  const [opened, setOpened] = useState(false);
  const { resource_count: count } = approval;
  if (count === 0) return <Box>Applies to the whole step</Box>;
  return (
    <ExpandableSection
      variant="footer"
      headerText={formatCount(count, 'resource')}
      headerAriaLabel={`${formatCount(count, 'resource')} of ${approval.node_name}`}
      onChange={({ detail }) => setOpened(opened || detail.expanded)}
    >
      {opened && <ResourcePages approval={approval} part="all" />}
    </ExpandableSection>
  );
};

/** The call that an agent wants to make: it must be visible when deciding. */
const ApprovalCall = ({ approval_id }: { approval_id: string }) => {
  const { data, error, refetch } = useCall(approvals.getApproval, { approval_id });
  if (error) return <LoadFailed error={error} subject="the requested call" onRetry={refetch} />;
  if (!data) return <Loading text="Loading the requested call" />;
  return data.asked_call ? <RequestedCall call={data.asked_call} /> : null;
};

const RequestDetails = ({ approval }: { approval: ApprovalView }) => {
  const { message, requested_on } = approval;
  const run = useRunPath(approval, 'view');
  return (
    <SpaceBetween size="xxs">
      {message !== '' && <Box>{message}</Box>}
      <Box color="text-body-secondary" fontSize="body-s">
        Created <Time at={requested_on} />
        {run !== undefined && (
          <>
            {' · '}
            <Link to={run}>Open run</Link>
          </>
        )}
      </Box>
      <PinnedMark approval={approval} />
      <NextNodes approval={approval} />
      {approval.by_agent ? (
        <ApprovalCall approval_id={approval._id} />
      ) : (
        <ResourceList approval={approval} />
      )}
    </SpaceBetween>
  );
};

type Props = {
  selectedApprovals: readonly ApprovalView[];
  progress: Readonly<Record<string, Progress>>;
  /** Approvals that others decided meanwhile, or that ended otherwise. */
  closed: Readonly<Record<string, ApprovalStatus>>;
};

/** Each approval to decide on, with its resources or call, and the result. */
export const ChosenList = ({ selectedApprovals, progress, closed }: Props) => (
  <ul className="approval-list" aria-label="Approvals">
    {selectedApprovals.map((one) => (
      <li key={one._id}>
        <SpaceBetween size="xxs">
          <Link to={pathTo('approval', { approval_id: one._id })}>{one.node_name}</Link>
          <Box color="text-body-secondary" fontSize="body-s">
            {[one.bot_name, turnText(one.loop_details)].filter(Boolean).join(', ')}
          </Box>
          <div aria-live="polite">
            <DecisionProgress progress={progress[one._id]} closed={closed[one._id]} />
          </div>
          {progress[one._id]?.state !== 'done' && <RequestDetails approval={one} />}
        </SpaceBetween>
      </li>
    ))}
  </ul>
);
