import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { DriftedResource } from '#lib/domain/approvals/approval.schema.ts';

const DriftReason = ({ why }: Pick<DriftedResource, 'why'>) =>
  why === 'gone' ? (
    <StatusIndicator type="stopped">Gone</StatusIndicator>
  ) : (
    <StatusIndicator type="warning">Changed</StatusIndicator>
  );

const columns: TableProps.ColumnDefinition<DriftedResource>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    minWidth: 160,
    cell: ({ name, id }) => name ?? id,
  },
  { id: 'id', header: 'ID', minWidth: 200, cell: ({ id }) => id },
  { id: 'why', header: 'Found', minWidth: 130, cell: ({ why }) => <DriftReason why={why} /> },
];

/**
 * Approved resources that had changed when they were read again, so that the run did not touch
 * them.
 */
export const Drift = ({ drifted }: { drifted: readonly DriftedResource[] }) => (
  <Table<DriftedResource>
    items={drifted}
    trackBy="id"
    columnDefinitions={columns}
    enableKeyboardNavigation
    header={
      <Header
        variant="h2"
        counter={`(${drifted.length})`}
        description="Before it acted, the run read the approved resources again. It skipped these."
      >
        Changed after the approval
      </Header>
    }
    empty={<Box textAlign="center">Nothing has changed.</Box>}
    ariaLabels={{ tableLabel: 'Changed after the approval' }}
  />
);
