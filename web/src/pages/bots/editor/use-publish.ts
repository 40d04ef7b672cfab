import type { BotSummary, BotView } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';

const resultOf = ({ status }: BotView, version: number): string =>
  status === 'enabled'
    ? `Version ${version} is published and the bot is enabled.`
    : `Version ${version} is published. Schedule the bot to enable it.`;

/** Publishes a version, the newest unless told, which enables a bot that needs no schedule too. */
export const usePublish = (onPublished: (bot: BotView) => void) => {
  const { mutate, isPending } = useAction(bots.publishBot);
  const publish = ({ _id, draft_version }: BotSummary, version = draft_version) =>
    mutate(
      { bot_id: _id, version },
      {
        onSuccess: (bot) => {
          onPublished(bot);
          flash.remove('publish');
          flash.success(resultOf(bot, version));
        },
        onError: ({ message, detail }) =>
          flash.error('The bot was not published.', {
            id: 'publish',
            content: detail.length > 0 ? detail.map(({ msg }) => msg).join(' ') : message,
          }),
      },
    );
  return { publish, publishing: isPending };
};
