import Box from '@cloudscape-design/components/box';
import type { UsingBot as Use } from '#lib/domain/integrations/integration.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from './link.tsx';

const usageText = ({ status, schedule, used_in, through }: Use): string =>
  [
    through && `by ${through.join(', ')}`,
    used_in.length === 1 && `${used_in[0]} only`,
    status === 'disabled' && 'disabled',
    schedule && `scheduled: ${schedule.cron_expression}, ${schedule.tz_info}`,
  ]
    .filter(Boolean)
    .join(', ');

/** A bot that uses an integration, as a list item: when it runs, and what it does with it. */
export const UsingBot = (bot: Use) => {
  const usage = usageText(bot);
  return (
    <li>
      {bot.bot_id === '' ? (
        bot.name
      ) : (
        <Link to={pathTo('bot', { bot_id: bot.bot_id }, { mode: 'view' })}>{bot.name}</Link>
      )}
      {usage && ` (${usage})`}
      {bot.actions.length > 0 && (
        <Box variant="small" display="block">
          Runs {bot.actions.map(({ name }) => name).join(', ')} with it
        </Box>
      )}
    </li>
  );
};
