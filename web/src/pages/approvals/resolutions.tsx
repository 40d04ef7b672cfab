import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ApprovalView, Resolution } from '#lib/domain/approvals/approval.schema.ts';
import { Time } from '#web/components/time.tsx';

type Row = Partial<Resolution> & { approver_name: string };

/** The part of the resources that this person approved. */
const approvedPartText = ({ resource_ids, user_approval_status }: Row, count: number): string => {
  if (!user_approval_status || count === 0) return '-';
  return resource_ids ? `${resource_ids.length} of ${count} approved` : `All ${count}`;
};

const Decision = ({ row }: { row: Row }) => {
  if (row.user_approval_status === 'resolved') {
    return <StatusIndicator type="success">Approved</StatusIndicator>;
  }
  if (row.user_approval_status === 'rejected') {
    return <StatusIndicator type="error">Rejected</StatusIndicator>;
  }
  return <StatusIndicator type="pending">Pending</StatusIndicator>;
};

/** Without resources there is no column for the approved part. */
const columnsFor = (count: number): TableProps.ColumnDefinition<Row>[] =>
  columns(count).filter(({ id }) => count > 0 || id !== 'part');

const columns = (count: number): TableProps.ColumnDefinition<Row>[] => [
  {
    id: 'approver',
    header: 'Approver',
    isRowHeader: true,
    minWidth: 200,
    cell: ({ approver_name }) => approver_name,
  },
  { id: 'decision', header: 'Decision', minWidth: 130, cell: (row) => <Decision row={row} /> },
  {
    id: 'part',
    header: 'Resources',
    minWidth: 150,
    cell: (row) => approvedPartText(row, count),
  },
  { id: 'message', header: 'Message', minWidth: 240, cell: ({ message }) => message ?? '-' },
  {
    id: 'time',
    header: 'Time',
    minWidth: 200,
    cell: ({ resolved_at }) => <Time at={resolved_at} />,
  },
];

/** First the people who have decided, then those who have not. */
const rowsOf = ({ approvers, resolutions, status }: ApprovalView): Row[] => {
  const decidedNames = new Set(resolutions.map(({ approver_name }) => approver_name));
  const waiting = status === 'pending' ? approvers.filter((name) => !decidedNames.has(name)) : [];
  return [...resolutions, ...waiting.map((approver_name) => ({ approver_name }))];
};

export const Resolutions = ({ approval }: { approval: ApprovalView }) => (
  <Table<Row>
    items={rowsOf(approval)}
    trackBy="approver_name"
    columnDefinitions={columnsFor(approval.resource_count)}
    enableKeyboardNavigation
    header={<Header variant="h2">Decisions</Header>}
    empty={
      <Box textAlign="center" color="inherit">
        Nobody has decided.
      </Box>
    }
    ariaLabels={{ tableLabel: 'Decisions' }}
  />
);
