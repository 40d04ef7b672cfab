import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { needsSchedule } from './use-bot-status.tsx';
import type { BulkWork } from '#web/components/use-bulk.tsx';

const bulkActs = ['enable', 'disable', 'delete'] as const;
export type BulkAct = (typeof bulkActs)[number];

export const bulkActOf = (id: string): BulkAct | undefined => bulkActs.find((one) => one === id);

const isAlready = (status: BotSummary['status']) => (bot: BotSummary) =>
  bot.status === status ? `It is ${status} already.` : undefined;

const words = { id: 'bots-bulk', noun: 'Bot', nameOf: ({ name }: BotSummary) => name };

/** The bulk actions of the list of bots. */
export const botBulk: Record<BulkAct, BulkWork<BotSummary>> = {
  enable: {
    ...words,
    doing: 'Enabling',
    done: 'enabled',
    skip: (bot) =>
      needsSchedule(bot) && !bot.last_schedule
        ? 'Cron Expression is required to enable the bot. Its own menu asks for one.'
        : isAlready('enabled')(bot),
    act: (bot) =>
      bots.setBotStatus({
        bot_id: bot._id,
        status: 'enabled',
        ...(needsSchedule(bot) && bot.last_schedule),
      }),
  },
  disable: {
    ...words,
    doing: 'Disabling',
    done: 'disabled',
    skip: isAlready('disabled'),
    act: ({ _id }) => bots.setBotStatus({ bot_id: _id, status: 'disabled' }),
  },
  delete: {
    ...words,
    doing: 'Deleting',
    done: 'deleted',
    skip: () => undefined,
    act: ({ _id }) => bots.deleteBot({ bot_id: _id }),
  },
};
