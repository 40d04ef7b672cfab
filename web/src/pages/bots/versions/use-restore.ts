import { useQueryClient } from '@tanstack/react-query';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { ofRoutes, readAgain } from '#web/api/read-again.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';

/** Saves an older version once more as the newest one: nothing that was saved is lost. */
export const useRestore = (onRestored: (bot: BotView) => void) => {
  const { mutate } = useAction(bots.restoreBotVersion);
  const queries = useQueryClient();
  const lookAgain = () =>
    readAgain(queries, ofRoutes([bots.getBot.routeKey, bots.listBotVersions.routeKey]));
  const restore = (botId: string, version: number, base_version: number) =>
    mutate(
      { bot_id: botId, version, base_version },
      {
        onSuccess: (bot) => {
          onRestored(bot);
          flash.remove('restore');
          flash.success(`Version ${version} is the draft again, as version ${bot.draft_version}.`);
        },
        onError: ({ status, message }) => {
          flash.error('The version was not restored.', { id: 'restore', content: message });
          // Somebody saved meanwhile: their version belongs into the list.
          if (status === 409) lookAgain();
        },
      },
    );
  return { restore };
};
