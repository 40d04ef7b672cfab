import Box from '@cloudscape-design/components/box';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Copy } from '#web/components/copy.tsx';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { Link } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { type OnAct, RowMenu } from './row-menu.tsx';
import { IntegrationStatus, stateReasonOf } from '#web/components/integration-state.tsx';

const StateAndReason = ({ one }: { one: IntegrationView }) => {
  const reason = stateReasonOf(one);
  return (
    <>
      <IntegrationStatus one={one} />
      {reason && (
        <Box variant="small" color="text-body-secondary" display="block">
          {reason}
        </Box>
      )}
    </>
  );
};

export const integrationColumns = (onAct: OnAct): Column<IntegrationView>[] => [
  {
    id: 'alias',
    name: 'Alias',
    isRowHeader: true,
    width: 165,
    cell: ({ accountId, alias }) => <Link to={pathTo('integration', { accountId })}>{alias}</Link>,
  },
  { id: 'state', name: 'State', width: 205, cell: (one) => <StateAndReason one={one} /> },
  {
    id: 'type',
    name: 'Type',
    width: 165,
    cell: ({ cspName }) => <IntegrationBadge type={cspName} />,
  },
  {
    id: 'groups',
    name: 'Groups',
    width: 130,
    cell: ({ groups }) => groups.join(', ') || '-',
  },
  {
    id: 'connected-as',
    name: 'Connected as',
    minWidth: 145,
    hidden: true,
    cell: ({ connected_as }) => connected_as ?? '-',
  },
  {
    id: 'tested',
    name: 'Last tested',
    width: 175,
    cell: ({ tested_at }) => <Time at={tested_at} />,
  },
  {
    id: 'updated',
    name: 'Updated',
    minWidth: 230,
    hidden: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  { id: 'owner', name: 'Owner', minWidth: 200, hidden: true, cell: ({ userId }) => userId },
  {
    id: 'id',
    name: 'Integration ID',
    minWidth: 340,
    hidden: true,
    cell: ({ accountId }) => <Copy text={accountId} subject="integration ID" />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (one) => <RowMenu one={one} onAct={onAct} />,
  },
];
