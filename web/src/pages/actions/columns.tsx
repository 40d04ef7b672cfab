import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ActionSummary } from '#lib/domain/actions/action.schema.ts';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { type OnAct, RowMenu } from './row-menu.tsx';

/** Whether an approval is needed before an action runs. */
export const ApprovalRequirement = ({ required }: { required: boolean }) =>
  required ? (
    <StatusIndicator type="warning">Required</StatusIndicator>
  ) : (
    <StatusIndicator type="info">Not required</StatusIndicator>
  );

/** The names shown for the types of actions. */
export const typeNames: Record<ActionSummary['executable_type'], string> = {
  rest: 'REST',
  aws: 'AWS',
  agent: 'Agent',
  python: 'Python',
  sql: 'SQL',
};

/** The names shown for owners: the organisation itself, or all organisations. */
export const ownerNames: Record<ActionSummary['owner'], string> = { self: 'Self', all: 'All' };

export const Owner = ({ owner }: Pick<ActionSummary, 'owner'>) => (
  <Badge color={owner === 'self' ? 'blue' : 'grey'}>{ownerNames[owner]}</Badge>
);

/** The most important columns come first: a panel beside the list leaves space for only a few. */
export const actionColumns = (
  onOpen: (one: ActionSummary) => void,
  onAct: OnAct,
): Column<ActionSummary>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: 260,
    cell: (one) => (
      <Button variant="inline-link" onClick={() => onOpen(one)}>
        {one.name}
      </Button>
    ),
  },
  {
    id: 'approval',
    name: 'Approval',
    width: 155,
    minWidth: 155,
    cell: ({ approval_required }) => <ApprovalRequirement required={approval_required} />,
  },
  {
    id: 'owner',
    name: 'Owner',
    width: 90,
    minWidth: 90,
    cell: (one) => <Owner {...one} />,
  },
  {
    id: 'integration',
    name: 'Integration',
    width: 180,
    cell: ({ integration_type }) => <IntegrationBadge type={integration_type} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 95,
    minWidth: 95,
    cell: (one) => <RowMenu one={one} onAct={onAct} />,
  },
  { id: 'category', name: 'Category', width: 140, cell: ({ category }) => category },
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
