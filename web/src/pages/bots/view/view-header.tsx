import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton, useFollow } from '#web/components/link.tsx';
import { BotStatus, VersionBadges } from '../acts/bot-badges.tsx';
import { runRefusal, statusRefusal } from '../acts/refusals.ts';
import { scheduleItems } from '../acts/schedule-items.ts';
import { useBotRefusals } from '../acts/use-bot-refusals.ts';
import type { useBotStatus } from '../acts/use-bot-status.tsx';
import { useStartRun } from '../acts/use-start-run.tsx';
import { ScheduleFacts } from '../schedule/schedule-facts.tsx';

type Props = {
  bot: BotView;
  status: ReturnType<typeof useBotStatus>;
  onVersions: () => void;
  onDelete: () => void;
};

/** Name, versions, state and schedule of a bot that is looked at. */
export const ViewHeader = ({ bot, status, onVersions, onDelete }: Props) => {
  const follow = useFollow();
  const refusals = useBotRefusals();
  const { start, isPending: starting } = useStartRun();
  const toggleText = bot.status === 'enabled' ? 'Disable' : 'Enable';
  return (
    <SpaceBetween size="xxs">
      <Header
        variant="h1"
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <ButtonDropdown
              items={[
                { id: 'versions', text: 'Versions' },
                ...scheduleItems(bot, refusals.status),
                { id: 'runs', text: 'View runs', href: `#/bots/executions?bot_id=${bot._id}` },
                { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
              ]}
              onItemFollow={follow}
              onItemClick={({ detail }) => {
                if (detail.id === 'versions') onVersions();
                if (detail.id === 'schedule') status.schedule(bot);
                if (detail.id === 'delete') onDelete();
              }}
            >
              Actions
            </ButtonDropdown>
            <Button
              {...disabledBy(statusRefusal(bot, refusals.status))}
              loading={status.isPending}
              onClick={() => status.toggle(bot)}
            >
              {toggleText}
            </Button>
            <Button
              {...disabledBy(runRefusal(bot, refusals.run))}
              loading={starting}
              onClick={() => start({ bot }, true)}
            >
              Run now
            </Button>
            <LinkButton variant="primary" to={`/bots/${bot._id}`} {...disabledBy(refusals.save)}>
              Edit
            </LinkButton>
          </SpaceBetween>
        }
      >
        {bot.name}
      </Header>
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <VersionBadges {...bot} />
        <BotStatus status={bot.status} />
        <ScheduleFacts bot={bot} />
      </SpaceBetween>
    </SpaceBetween>
  );
};
