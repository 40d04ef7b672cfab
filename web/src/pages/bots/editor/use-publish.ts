import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';

/** Publishes the newest version, which enables the bot too. */
export const usePublish = (onPublished: (bot: BotView) => void) => {
  const { mutate, isPending } = useAction(bots.publishBot);
  const publish = ({ _id, draft_version }: BotView) =>
    mutate(
      { bot_id: _id, version: draft_version },
      {
        onSuccess: (bot) => {
          onPublished(bot);
          flash.remove('publish');
          flash.success(`Version ${draft_version} is published and the bot is enabled.`);
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
