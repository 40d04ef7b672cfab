import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { useFollow } from '#web/components/link.tsx';
import { portalRefusal, runRefusal, statusRefusal } from '../acts/refusals.ts';
import { scheduleItems } from '../acts/schedule-items.ts';
import { type BotRefusals, useBotRefusals } from '../acts/use-bot-refusals.ts';
import { portalText } from '../acts/use-service-portal.ts';

/** What a row does without leaving the list. */
const rowActions = ['run', 'toggle', 'schedule', 'portal', 'export', 'share', 'delete'] as const;
export type RowAction = (typeof rowActions)[number];

export type OnAction = (action: RowAction, bot: BotSummary) => void;

const itemsOf = (bot: BotSummary, refusals: BotRefusals) => [
  { id: 'open', text: 'Open', href: `#/bots/${bot._id}?mode=view` },
  { id: 'edit', text: 'Edit', href: `#/bots/${bot._id}`, ...disabledBy(refusals.save) },
  { id: 'run', text: 'Run now', ...disabledBy(runRefusal(bot, refusals.run)) },
  {
    id: 'toggle',
    text: bot.status === 'enabled' ? 'Disable' : 'Enable',
    ...disabledBy(statusRefusal(bot, refusals.status)),
  },
  ...scheduleItems(bot, refusals.status),
  { id: 'portal', text: portalText(bot), ...disabledBy(portalRefusal(bot, refusals.portal)) },
  { id: 'export', text: 'Export', ...disabledBy(refusals.export) },
  { id: 'share', text: 'Share' },
  { id: 'runs', text: 'View runs', href: `#/bots/executions?bot_id=${bot._id}` },
  { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
];

/** What can be done with one bot; each thing that cannot says why. */
export const RowMenu = ({ bot, onAction }: { bot: BotSummary; onAction: OnAction }) => {
  const follow = useFollow();
  const refusals = useBotRefusals();
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${bot.name}`}
      items={itemsOf(bot, refusals)}
      onItemFollow={follow}
      onItemClick={({ detail: { id } }) => {
        const action = rowActions.find((one) => one === id);
        if (action) onAction(action, bot);
      }}
    />
  );
};
