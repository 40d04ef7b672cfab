import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ActionSummary } from '#lib/domain/actions/action.schema.ts';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import type { Column } from '#web/components/list-table.tsx';

/** Whether people decide before an action runs. */
export const Approval = ({ required }: { required: boolean }) =>
  required ? (
    <StatusIndicator type="warning">Required</StatusIndicator>
  ) : (
    <StatusIndicator type="info">Not required</StatusIndicator>
  );

/** What people call a way of working. */
export const typeNames: Record<ActionSummary['executable_type'], string> = {
  rest: 'REST',
  aws: 'AWS',
};

export const actionColumns = (onOpen: (one: ActionSummary) => void): Column<ActionSummary>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: 310,
    cell: (one) => (
      <Button variant="inline-link" onClick={() => onOpen(one)}>
        {one.name}
      </Button>
    ),
  },
  {
    id: 'integration',
    name: 'Integration',
    width: 190,
    cell: ({ integration_type }) => <IntegrationBadge type={integration_type} />,
  },
  { id: 'category', name: 'Category', width: 140, cell: ({ category }) => category },
  {
    id: 'approval',
    name: 'Approval',
    width: 150,
    cell: ({ approval_required }) => <Approval required={approval_required} />,
  },
  {
    id: 'type',
    name: 'Type',
    width: 90,
    cell: ({ executable_type }) => typeNames[executable_type],
  },
  {
    id: 'description',
    name: 'Description',
    minWidth: 300,
    cell: ({ description }) => description,
  },
];
