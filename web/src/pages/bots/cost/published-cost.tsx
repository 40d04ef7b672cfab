import Box from '@cloudscape-design/components/box';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import type { CostProps } from './cost-facts.tsx';
import { LazyCostFacts } from './lazy-cost-facts.tsx';
import { LoadingCost } from './loading-cost.tsx';

type Props = Pick<CostProps, 'cron'> & { bot: BotSummary };

/** The cost of a bot's published version, whose graph is requested first. */
export const PublishedCost = ({ bot, cron }: Props) => {
  const { _id: bot_id, published_version: version } = bot;
  const { data, error } = useCall(bots.getBot, { bot_id, version });
  if (data?.problems.length === 0)
    return <LazyCostFacts graph={data.graph} cron={cron} botId={bot_id} />;
  if (!data && !error) return <LoadingCost />;
  return (
    <Box color="text-body-secondary">
      The cost of a run is not known: {error ? error.message : 'this version has issues.'}
    </Box>
  );
};
