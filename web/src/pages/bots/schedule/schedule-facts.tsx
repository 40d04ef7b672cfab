import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { parseCron } from '#lib/domain/schedules/cron.rules.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';
import { cronText } from '#web/components/schedule/cron-text.ts';

const cronTextOf = (expression: string): string => {
  const result = parseCron(expression);
  return ('cron' in result && cronText(result.cron)) || '';
};

/** The last scheduled time: the run that it started, or why it started none. */
const LastTick = ({ _id, last_tick }: BotSummary) => {
  if (!last_tick) return null;
  const { at, skipped, bot_exc_id } = last_tick;
  if (skipped !== undefined) {
    return (
      <span>
        <StatusIndicator type="warning">Skipped</StatusIndicator> Run of <Time at={at} />: {skipped}
      </span>
    );
  }
  if (bot_exc_id === undefined) return null;
  return (
    <Link to={pathTo('run', { bot_id: _id, bot_exc_id })}>
      Run of <Time at={at} />
    </Link>
  );
};

/** When a scheduled bot runs, and the result of the last time; nothing for other bots. */
export const ScheduleFacts = ({ bot }: { bot: BotSummary }) => {
  const { trigger_type, cron_expression, tz_info, run_at } = bot;
  if (trigger_type !== 'scheduled') return null;
  return (
    <SpaceBetween size="m" direction="horizontal" alignItems="center">
      {cron_expression !== undefined && (
        <span>
          {cronTextOf(cron_expression)} Cron {cron_expression}, {tz_info}
        </span>
      )}
      {run_at !== undefined && (
        <span>
          Next run <Time at={run_at} />
        </span>
      )}
      <LastTick {...bot} />
    </SpaceBetween>
  );
};
