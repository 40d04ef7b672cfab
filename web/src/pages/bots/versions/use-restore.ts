import { useQueryClient } from '@tanstack/react-query';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { queriesOfRoutes, refreshQueries } from '#web/api/refetch.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';

/** Saves an older version again as the newest one: nothing that was saved is lost. */
export const useRestore = (onRestored: (bot: BotView) => void) => {
  const { mutateAsync } = useAction(bots.restoreBotVersion);
  const queries = useQueryClient();
  const handleRestored = (version: number, bot: BotView) => {
    flash.remove('restore');
    flash.success(`Version ${version} is the draft again, as version ${bot.draft_version}.`);
  };
  const handleRefusal = ({ status, message }: ApiError) => {
    flash.error('The version was not restored.', { id: 'restore', content: message });
    if (status !== 409) return;
    // Another user saved meanwhile: their version belongs in the list.
    refreshQueries(queries, queriesOfRoutes([bots.getBot.routeKey, bots.listBotVersions.routeKey]));
  };
  // When the panel is closed, the callback is dropped, so that it cannot replace later changes.
  const restore = (bot_id: string, version: number, base_version: number) =>
    void mutateAsync({ bot_id, version, base_version }, { onSuccess: onRestored }).then(
      (bot) => handleRestored(version, bot),
      handleRefusal,
    );
  return { restore };
};
