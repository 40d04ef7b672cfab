import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { AwsRightsList } from './aws-rights.tsx';
import { OutsideCallsList } from './outside-calls.tsx';

/**
 * What a bot's runs may do in AWS, and their other calls: of its published version, or of the
 * newest saved one.
 */
export const PublishedRights = ({ bot }: { bot: BotSummary }) => {
  const { _id: bot_id, published_version, draft_version } = bot;
  const version = published_version ?? draft_version;
  const { data } = useCall(bots.getBot, { bot_id, version });
  const state = published_version === undefined ? 'saved' : 'published';
  if (!data) return null;
  const versionText = `of version ${version}, which is ${state}`;
  return (
    <>
      <AwsRightsList title={`AWS calls ${versionText}`} rights={data.aws_rights} />
      <OutsideCallsList title={`Calls outside AWS ${versionText}`} calls={data.outside_calls} />
    </>
  );
};
