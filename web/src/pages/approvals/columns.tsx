import './approvals.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { approvingResolutions } from '#lib/domain/approvals/approving-resolutions.rules.ts';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { escapeInvisible } from '#lib/kernel/display-text.ts';
import { pathTo } from '#lib/pages.ts';
import { PinnedMark } from '#web/components/approvals/consequences.tsx';
import { Remaining } from '#web/components/expiry.tsx';
import { Link, LinkButton } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { numericColumn } from '#web/components/numeric-column.tsx';
import { localTime, msOf, spanText, Time } from '#web/components/time.tsx';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { useIsNarrow } from '#web/components/use-is-narrow.ts';
import { useNow } from '#web/components/use-now.ts';
import { Status } from './statuses.tsx';

type OnResources = (approval: ApprovalView) => void;

/** Distinguishes several calls requested by the same agent. */
const GivenInput = ({ given }: { given: string | undefined }) =>
  given === undefined ? null : (
    <div className="approval-cell approval-clamped">{escapeInvisible(given)}</div>
  );

/** On a narrow screen the message is shown here too, as its own column is not visible. */
const Name = ({ approval }: { approval: ApprovalView }) => {
  const { _id, bot_id, bot_name, node_name, loop_details, message, given } = approval;
  const isNarrow = useIsNarrow();
  return (
    <div className="approval-cell">
      <Link to={pathTo('approval', { approval_id: _id })}>{node_name}</Link>
      <Box color="text-body-secondary" fontSize="body-s">
        <Link to={pathTo('bot', { bot_id }, { mode: 'view' })}>{bot_name}</Link>
        {loop_details && <div>{turnText(loop_details)}</div>}
        {isNarrow && message !== '' && <div>{message}</div>}
      </Box>
      {isNarrow && <GivenInput given={given} />}
      <PinnedMark approval={approval} />
    </div>
  );
};

const RelativeTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={localTime(at)}>
    {spanText(useNow() - msOf(at))} ago
  </time>
);

const agreedText = ({ resolutions, approvals_required }: ApprovalView): string =>
  `${approvingResolutions(resolutions).length} of ${approvals_required}`;

const TakeAction = ({ _id, may_act, node_name, given, reason }: ApprovalView) => (
  <LinkButton
    variant="inline-link"
    to={pathTo('takeAction', { approval_id: _id })}
    ariaLabel={['Take action on', [node_name, given].filter(Boolean).join(', ')].join(' ')}
    disabled={!may_act}
    disabledReason={reason ?? ''}
  >
    Take action
  </LinkButton>
);

const times: Column<ApprovalView>[] = [
  {
    id: 'asked',
    name: 'Created At',
    width: 125,
    minWidth: 115,
    cell: ({ requested_on }) => <RelativeTime at={requested_on} />,
  },
  {
    id: 'left',
    name: 'Expires in',
    width: 125,
    minWidth: 125,
    cell: ({ status, expires_on }) =>
      status === 'pending' ? <Remaining until={expires_on} /> : '-',
  },
];

/** Optional columns. */
const optionalColumns: Column<ApprovalView>[] = [
  {
    id: 'requested_by',
    name: 'Run started by',
    hidden: true,
    width: 220,
    minWidth: 160,
    cell: ({ requested_by }) => requested_by.join(', ') || '-',
  },
  {
    id: 'requested',
    name: 'Created At (date)',
    hidden: true,
    width: 230,
    minWidth: 230,
    cell: ({ requested_on }) => <Time at={requested_on} />,
  },
  {
    id: 'expires',
    name: 'Expires',
    hidden: true,
    width: 230,
    minWidth: 230,
    cell: ({ expires_on }) => <Time at={expires_on} />,
  },
  {
    id: 'agreed',
    name: 'Approved by',
    hidden: true,
    width: 125,
    minWidth: 125,
    cell: agreedText,
  },
  {
    id: 'run',
    name: 'Run',
    minWidth: 320,
    hidden: true,
    cell: ({ bot_id, bot_exc_id }) => (
      <Link to={pathTo('run', { bot_id, bot_exc_id }, { mode: 'view' })}>{bot_exc_id}</Link>
    ),
  },
];

/** The status, with the progress if several people have to agree. */
const StatusCell = (one: ApprovalView) => (
  <>
    <Status status={one.status} />
    {one.status === 'pending' && one.approvals_required > 1 && (
      <Box color="text-body-secondary" fontSize="body-s">
        {agreedText(one)} agreed
      </Box>
    )}
  </>
);

/** The columns; `onResources` shows the resources of an approval. */
export const approvalColumns = (onResources: OnResources): Column<ApprovalView>[] => [
  {
    id: 'name',
    name: 'Approval',
    isRowHeader: true,
    width: 200,
    minWidth: 110,
    cell: (one) => <Name approval={one} />,
  },
  {
    id: 'status',
    name: 'Status',
    width: 135,
    minWidth: 120,
    cell: (one) => <StatusCell {...one} />,
  },
  {
    id: 'message',
    name: 'Message',
    width: 240,
    minWidth: 120,
    cell: ({ message, given }) => (
      <>
        <div className="approval-cell approval-clamped">{message || '-'}</div>
        <GivenInput given={given} />
      </>
    ),
  },
  numericColumn('Resources', {
    id: 'resources',
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
  }),
  ...times,
  ...optionalColumns,
  {
    id: 'actions',
    name: 'Actions',
    width: 122,
    minWidth: 122,
    cell: (one) => <TakeAction {...one} />,
  },
];
