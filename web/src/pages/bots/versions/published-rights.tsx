import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { AwsRightsList } from './aws-rights.tsx';

/** What the runs of a bot may do in AWS: of its published version, or of the newest saved one. */
export const PublishedRights = ({ bot }: { bot: BotSummary }) => {
  const { _id: bot_id, published_version, draft_version } = bot;
  const version = published_version ?? draft_version;
  const { data } = useCall(bots.getBot, { bot_id, version });
  const state = published_version === undefined ? 'saved' : 'published';
  return data ? (
    <AwsRightsList
      title={`Calls of AWS of version ${version}, which is ${state}`}
      rights={data.aws_rights}
    />
  ) : null;
};
