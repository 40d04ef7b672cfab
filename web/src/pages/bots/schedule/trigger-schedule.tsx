import { useContext } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ScheduleAccess } from './schedule-access.ts';
import { ScheduleFacts } from './schedule-facts.tsx';

/** Whether the published version is started by a schedule. */
const canBeScheduled = ({ trigger_type, published_version }: BotSummary): boolean =>
  trigger_type === 'scheduled' && published_version !== undefined;

/** The schedule of a bot whose start node requires one, or when it is asked for. */
export const TriggerSchedule = () => {
  const { bot, schedule } = useContext(ScheduleAccess) ?? {};
  const refusal = useRefusal(bots.setBotStatus);
  return (
    <div>
      <Box variant="awsui-key-label">Schedule</Box>
      {bot && schedule && canBeScheduled(bot) ? (
        <SpaceBetween size="xs">
          {bot.status === 'enabled' ? (
            <ScheduleFacts bot={bot} />
          ) : (
            <Box>The bot is disabled. Nothing starts it until it is scheduled.</Box>
          )}
          <Button {...disabledBy(refusal)} onClick={() => schedule(bot)}>
            {bot.status === 'enabled' ? 'Change schedule' : 'Schedule bot'}
          </Button>
        </SpaceBetween>
      ) : (
        <Box color="text-body-secondary">
          Save and publish the bot: after publishing you choose when it runs. Until then it
          does not run.
        </Box>
      )}
    </div>
  );
};
