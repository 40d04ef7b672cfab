import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { useWriteRefusal } from '#web/app/session.ts';
import { LinkButton, useFollow } from '#web/components/link.tsx';
import { BotStatus, VersionBadges } from '../acts/bot-badges.tsx';
import { disabledBy } from '../acts/disabled-by.ts';
import { runRefusal, statusRefusal } from '../acts/refusals.ts';
import { scheduleItems } from '../acts/schedule-items.ts';
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
  const refusal = useWriteRefusal();
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
                ...scheduleItems(bot, refusal),
                { id: 'runs', text: 'View runs', href: `#/bots/executions?bot_id=${bot._id}` },
                { id: 'delete', text: 'Delete', ...disabledBy(refusal) },
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
              {...disabledBy(statusRefusal(bot, refusal))}
              loading={status.isPending}
              onClick={() => status.toggle(bot)}
            >
              {toggleText}
            </Button>
            <Button
              {...disabledBy(runRefusal(bot, refusal))}
              loading={starting}
              onClick={() => start({ bot }, true)}
            >
              Run now
            </Button>
            <LinkButton variant="primary" to={`/bots/${bot._id}`} {...disabledBy(refusal)}>
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
