import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';

const enabling = {
  done: () => 'Bot enabled successfully',
  failed: 'Error. An error occurred while enabling the bot.',
};

const disabling = {
  done: (name: string) => `${name} Disabled successfully`,
  failed: 'Failed to disable the bot. Please try again later.',
};

/**
 * Enables a disabled bot and the other way round; says the result in the words of spec 3 section
 * 8.
 */
export const useBotStatus = () => {
  const { mutate, isPending } = useAction(bots.setBotStatus);
  const toggle = ({ _id, name, status }: BotSummary, onDone?: (bot: BotSummary) => void) => {
    const enable = status === 'disabled';
    const texts = enable ? enabling : disabling;
    mutate(
      { bot_id: _id, status: enable ? 'enabled' : 'disabled' },
      {
        onSuccess: (bot) => {
          onDone?.(bot);
          flash.success(texts.done(name));
        },
        onError: ({ message }) => flash.error(texts.failed, { content: message }),
      },
    );
  };
  return { toggle, isPending };
};
