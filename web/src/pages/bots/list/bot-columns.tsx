import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link, useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { BotStatus, VersionBadges } from '../acts/bot-badges.tsx';
import { runRefusal, statusRefusal } from '../acts/refusals.ts';
import { scheduleItems } from '../acts/schedule-items.ts';
import { useBotRefusals } from '../acts/use-bot-refusals.ts';

/** What a row does without leaving the list. */
const rowActions = ['run', 'toggle', 'schedule', 'delete'] as const;
export type RowAction = (typeof rowActions)[number];

export type OnAction = (action: RowAction, bot: BotSummary) => void;

const RowMenu = ({ bot, onAction }: { bot: BotSummary; onAction: OnAction }) => {
  const follow = useFollow();
  const refusals = useBotRefusals();
  const toggle = bot.status === 'enabled' ? 'Disable' : 'Enable';
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${bot.name}`}
      items={[
        { id: 'open', text: 'Open', href: `#/bots/${bot._id}?mode=view` },
        { id: 'edit', text: 'Edit', href: `#/bots/${bot._id}`, ...disabledBy(refusals.save) },
        { id: 'run', text: 'Run now', ...disabledBy(runRefusal(bot, refusals.run)) },
        { id: 'toggle', text: toggle, ...disabledBy(statusRefusal(bot, refusals.status)) },
        ...scheduleItems(bot, refusals.status),
        { id: 'runs', text: 'View runs', href: `#/bots/executions?bot_id=${bot._id}` },
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
      ]}
      onItemFollow={follow}
      onItemClick={({ detail: { id } }) => {
        const action = rowActions.find((one) => one === id);
        if (action) onAction(action, bot);
      }}
    />
  );
};

const triggerNames: Record<BotSummary['trigger_type'], string> = {
  on_demand: 'On demand',
  event_driven: 'Event Driven',
  scheduled: 'Scheduled',
};

export const botColumns = (onAction: OnAction): Column<BotSummary>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    minWidth: 240,
    cell: ({ _id, name }) => <Link to={`/bots/${_id}?mode=view`}>{name}</Link>,
  },
  { id: 'status', name: 'Status', minWidth: 120, cell: (bot) => <BotStatus status={bot.status} /> },
  { id: 'version', name: 'Version', minWidth: 190, cell: (bot) => <VersionBadges {...bot} /> },
  {
    id: 'trigger',
    name: 'Trigger',
    minWidth: 130,
    cell: ({ trigger_type }) => triggerNames[trigger_type],
  },
  { id: 'category', name: 'Category', minWidth: 170, cell: ({ category }) => category },
  { id: 'importance', name: 'Importance', minWidth: 120, cell: ({ importance }) => importance },
  {
    id: 'cron',
    name: 'Cron',
    minWidth: 220,
    hidden: true,
    cell: ({ cron_expression, tz_info }) =>
      cron_expression === undefined ? '-' : `${cron_expression} (${tz_info})`,
  },
  {
    id: 'run-at',
    name: 'Run at',
    minWidth: 210,
    hidden: true,
    cell: ({ run_at }) => <Time at={run_at} />,
  },
  {
    id: 'updated',
    name: 'Updated',
    minWidth: 210,
    hidden: true,
    cell: ({ updated_at }) => <Time at={updated_at} />,
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
    cell: ({ _id }) => <Copy text={_id} what="bot ID" />,
  },
  {
    id: 'actions',
    name: 'Actions',
    minWidth: 100,
    cell: (bot) => <RowMenu bot={bot} onAction={onAction} />,
  },
];
