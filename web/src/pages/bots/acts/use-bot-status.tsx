import { Suspense, useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { failureText } from '#web/components/failure-text.ts';

const LazyScheduleModal = lazyDialog(
  async () => (await import('../schedule/schedule-modal.tsx')).ScheduleModal,
);

const enabling = {
  done: () => 'Bot enabled successfully',
  failed: 'Error. An error occurred while enabling the bot.',
};

const disabling = {
  done: (name: string) => `${name} Disabled successfully`,
  failed: 'Failed to disable the bot. Please try again later.',
};

/** Whether enabling a bot requires a schedule first. */
export const needsSchedule = ({ status, trigger_type, published_version }: BotSummary): boolean =>
  status === 'disabled' && trigger_type === 'scheduled' && published_version !== undefined;

/**
 * Enables a disabled bot and vice versa, and reports the result. The dialog that asks for a
 * schedule is rendered where the returned element is placed.
 */
export const useBotStatus = (onDone?: (bot: BotSummary) => void) => {
  const { mutate, isPending } = useAction(bots.setBotStatus);
  const [scheduled, schedule] = useState<BotSummary>();
  const set = ({ _id, name, status }: BotSummary) => {
    const enable = status === 'disabled';
    const texts = enable ? enabling : disabling;
    mutate(
      { bot_id: _id, status: enable ? 'enabled' : 'disabled' },
      {
        onSuccess: (bot) => {
          onDone?.(bot);
          flash.success(texts.done(name));
        },
        onError: (error) => flash.error(texts.failed, { content: failureText(error) }),
      },
    );
  };
  const dialog = scheduled && (
    <Suspense fallback={null}>
      <LazyScheduleModal
        bot={scheduled}
        onClose={() => schedule(undefined)}
        onScheduled={(bot) => onDone?.(bot)}
      />
    </Suspense>
  );
  return {
    toggle: (bot: BotSummary) => (needsSchedule(bot) ? schedule(bot) : set(bot)),
    /** Asks for the bot's schedule, whether it is enabled or not. */
    schedule: (bot: BotSummary) => schedule(bot),
    isPending,
    dialog,
  };
};
