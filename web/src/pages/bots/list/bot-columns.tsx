import Badge from '@cloudscape-design/components/badge';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { botOrders } from '#lib/domain/bots/bot-order.rules.ts';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Copy } from '#web/components/copy.tsx';
import { IntegrationIcons } from '#web/components/integration-badge.tsx';
import { Link } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { triggerNames } from '#web/components/trigger-names.ts';
import { BotStatus, VersionBadges } from '../acts/bot-badges.tsx';
import { type OnAct, RowMenu } from './row-menu.tsx';

/** Colour and text together: neither conveys it alone. */
const Importance = ({ importance }: Pick<BotSummary, 'importance'>) => {
  const colors = { High: 'severity-high', Medium: 'severity-medium', Low: 'severity-low' } as const;
  return <Badge color={colors[importance]}>{importance}</Badge>;
};

/** The columns shown by default. */
const defaultColumns: Column<BotSummary>[] = [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: 240,
    sortingComparator: botOrders.name,
    cell: ({ _id, name, integration_types }) => (
      <SpaceBetween size="xxs">
        <Link to={pathTo('bot', { bot_id: _id }, { mode: 'view' })}>{name}</Link>
        {integration_types.length > 0 && <IntegrationIcons types={integration_types} />}
      </SpaceBetween>
    ),
  },
  {
    id: 'status',
    name: 'Status',
    width: 125,
    sortingComparator: botOrders.status,
    cell: ({ status }) => <BotStatus status={status} />,
  },
  {
    id: 'importance',
    name: 'Importance',
    width: 140,
    sortingComparator: botOrders.importance,
    cell: ({ importance }) => <Importance importance={importance} />,
  },
  {
    id: 'trigger_type',
    name: 'Trigger',
    width: 132,
    sortingComparator: botOrders.trigger_type,
    cell: ({ trigger_type }) => triggerNames[trigger_type],
  },
  { id: 'version', name: 'Version', width: 160, cell: (bot) => <VersionBadges {...bot} /> },
  {
    id: 'category',
    name: 'Category',
    width: 145,
    sortingComparator: botOrders.category,
    cell: ({ category }) => category,
  },
];

/** The optional columns. */
const optionalColumns: Column<BotSummary>[] = [
  {
    id: 'cron',
    name: 'Cron',
    minWidth: 220,
    hidden: true,
    cell: ({ cron_expression, tz_info }) =>
      cron_expression === undefined ? '-' : `${cron_expression} (${tz_info})`,
  },
  {
    id: 'run_at',
    name: 'Run at',
    minWidth: 210,
    hidden: true,
    sortingComparator: botOrders.run_at,
    cell: ({ run_at }) => <Time at={run_at} />,
  },
  {
    id: 'updated_at',
    name: 'Updated',
    minWidth: 210,
    hidden: true,
    sortingComparator: botOrders.updated_at,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    id: 'portal',
    name: 'Service Portal',
    minWidth: 140,
    hidden: true,
    cell: ({ service_portal_published }) => (service_portal_published ? 'Published' : '-'),
  },
  {
    id: 'description',
    name: 'Description',
    minWidth: 220,
    hidden: true,
    cell: ({ description }) => description || '-',
  },
  {
    id: 'id',
    name: 'ID',
    minWidth: 340,
    hidden: true,
    cell: ({ _id }) => <Copy text={_id} subject="bot ID" />,
  },
];

/**
 * The columns of bots. Those with a comparator sort the whole list on the server, and have the
 * names of its orders.
 */
export const botColumns = (onAct: OnAct): Column<BotSummary>[] => [
  ...defaultColumns,
  ...optionalColumns,
  {
    id: 'actions',
    name: 'Actions',
    width: 83,
    cell: (bot) => <RowMenu bot={bot} onAct={onAct} />,
  },
];
