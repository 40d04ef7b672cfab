import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { needsSchedule } from './use-bot-status.tsx';
import type { BulkAction } from '#web/components/use-bulk-action.tsx';

const bulkActs = ['enable', 'disable', 'delete'] as const;
export type BulkAct = (typeof bulkActs)[number];

export const bulkActOf = (id: string): BulkAct | undefined => bulkActs.find((one) => one === id);

const alreadyReason = (status: BotSummary['status']) => (bot: BotSummary) =>
  bot.status === status ? `It is ${status} already.` : undefined;

const words = { id: 'bots-bulk', noun: 'Bot', nameOf: ({ name }: BotSummary) => name };

/** The bulk actions of the list of bots. */
export const botBulkActions: Record<BulkAct, BulkAction<BotSummary>> = {
  enable: {
    ...words,
    progressText: 'Enabling',
    doneText: 'enabled',
    skip: (bot) =>
      needsSchedule(bot) && !bot.last_schedule
        ? 'Cron Expression is required to enable the bot. Its own menu asks for one.'
        : alreadyReason('enabled')(bot),
    perform: (bot) =>
      bots.setBotStatus({
        bot_id: bot._id,
        status: 'enabled',
        ...(needsSchedule(bot) && bot.last_schedule),
      }),
  },
  disable: {
    ...words,
    progressText: 'Disabling',
    doneText: 'disabled',
    skip: alreadyReason('disabled'),
    perform: ({ _id }) => bots.setBotStatus({ bot_id: _id, status: 'disabled' }),
  },
  delete: {
    ...words,
    progressText: 'Deleting',
    doneText: 'deleted',
    skip: () => undefined,
    perform: ({ _id }) => bots.deleteBot({ bot_id: _id }),
  },
};
