import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { Remaining } from '#web/components/expiry.tsx';
import { Link, LinkButton } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { turnText } from '#web/components/turn-text.ts';
import { Status } from './statuses.tsx';

const agreed = ({ resolutions }: ApprovalView): number =>
  resolutions.filter(({ user_approval_status }) => user_approval_status === 'resolved').length;

type OnResources = (approval: ApprovalView) => void;

const Name = ({ _id, node_name, loop_details }: ApprovalView) => (
  <>
    <Link to={`/approvals/view/${_id}`}>{node_name}</Link>
    {loop_details && (
      <Box color="text-body-secondary" fontSize="body-s">
        {turnText(loop_details)}
      </Box>
    )}
  </>
);

const TakeAction = ({ _id, may_act, node_name, reason }: ApprovalView) => (
  <LinkButton
    variant="inline-link"
    to={`/approvals/${_id}`}
    ariaLabel={`Take action on ${node_name}`}
    disabled={!may_act}
    disabledReason={reason ?? ''}
  >
    Take action
  </LinkButton>
);

const times: Column<ApprovalView>[] = [
  {
    id: 'requested',
    name: 'Requested',
    hidden: true,
    width: 230,
    minWidth: 230,
    cell: ({ requested_on }) => <Time at={requested_on} />,
  },
  {
    id: 'left',
    name: 'Expires in',
    width: 125,
    minWidth: 125,
    cell: ({ status, expires_on }) =>
      status === 'pending' ? <Remaining until={expires_on} /> : '-',
  },
  {
    id: 'expires',
    name: 'Expires',
    hidden: true,
    width: 230,
    minWidth: 230,
    cell: ({ expires_on }) => <Time at={expires_on} />,
  },
];

/** `onResources` shows what an approval is about. */
export const approvalColumns = (onResources: OnResources): Column<ApprovalView>[] => [
  {
    id: 'name',
    name: 'Approval',
    isRowHeader: true,
    width: 160,
    minWidth: 110,
    cell: (one) => <Name {...one} />,
  },
  {
    id: 'status',
    name: 'Status',
    width: 140,
    minWidth: 120,
    cell: ({ status }) => <Status status={status} />,
  },
  {
    id: 'bot',
    name: 'Bot',
    width: 140,
    minWidth: 120,
    cell: ({ bot_id, bot_name }) => <Link to={`/bots/${bot_id}?mode=view`}>{bot_name}</Link>,
  },
  {
    id: 'message',
    name: 'Message',
    width: 130,
    minWidth: 120,
    cell: ({ message }) => message || '-',
  },
  {
    id: 'agreed',
    name: 'Approved by',
    width: 140,
    minWidth: 140,
    cell: (one) => `${agreed(one)} of ${one.approvals_required}`,
  },
  {
    id: 'resources',
    name: 'Resources',
    width: 112,
    minWidth: 112,
    cell: (one) => (
      <Button
        variant="inline-link"
        ariaLabel={`Show ${one.resource_count} resources of ${one.node_name}`}
        disabled={one.resource_count === 0}
        onClick={() => onResources(one)}
      >
        {one.resource_count}
      </Button>
    ),
  },
  ...times,
  {
    id: 'run',
    name: 'Run',
    minWidth: 320,
    hidden: true,
    cell: ({ bot_id, bot_exc_id }) => (
      <Link to={`/bots/${bot_id}/executions/${bot_exc_id}?mode=view`}>{bot_exc_id}</Link>
    ),
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 122,
    minWidth: 122,
    cell: (one) => <TakeAction {...one} />,
  },
];
