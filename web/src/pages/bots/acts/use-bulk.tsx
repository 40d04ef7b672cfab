import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { errorText } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { flash } from '#web/app/flash.tsx';
import { needsSchedule } from './use-bot-status.tsx';

export type BulkAct = 'enable' | 'disable' | 'delete';

type Words = {
  doing: string;
  done: string;
  /** Why nothing is to be done, or nothing can be, before the server is asked. */
  skip: (bot: BotSummary) => string | undefined;
  act: (bot: BotSummary) => Promise<unknown>;
};

const isAlready = (status: BotSummary['status']) => (bot: BotSummary) =>
  bot.status === status ? `It is ${status} already.` : undefined;

const acts: Record<BulkAct, Words> = {
  enable: {
    doing: 'Enabling',
    done: 'enabled',
    skip: (bot) =>
      needsSchedule(bot)
        ? 'Cron Expression is required to enable the bot. Its own menu asks for one.'
        : isAlready('enabled')(bot),
    act: ({ _id }) => bots.setBotStatus({ bot_id: _id, status: 'enabled' }),
  },
  disable: {
    doing: 'Disabling',
    done: 'disabled',
    skip: isAlready('disabled'),
    act: ({ _id }) => bots.setBotStatus({ bot_id: _id, status: 'disabled' }),
  },
  delete: {
    doing: 'Deleting',
    done: 'deleted',
    skip: () => undefined,
    act: ({ _id }) => bots.deleteBot({ bot_id: _id }),
  },
};

/** `1 Bot`, `2 Bots`. */
export const counted = (count: number) => `${count} Bot${count === 1 ? '' : 's'}`;

/** The bots that an act came to nothing for, each with its sentence. */
type Undone = { bot: BotSummary; reason: string }[];

const Reasons = ({ undone }: { undone: Undone }) => (
  <ul>
    {undone.map(({ bot, reason }) => (
      <li key={bot._id}>
        {bot.name}: {reason}
      </li>
    ))}
  </ul>
);

const reasonFor = async ({ skip, act }: Words, bot: BotSummary): Promise<string | undefined> => {
  const reason = skip(bot);
  if (reason) return reason;
  try {
    await act(bot);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
};

const say = ({ done }: Words, count: number, undone: Undone): void => {
  const id = 'bots-bulk';
  if (undone.length === 0) {
    flash.success(`${counted(count)} ${done}`, { id });
    return;
  }
  const header = `${count - undone.length} of ${counted(count)} ${done}`;
  flash.warning(header, { id, content: <Reasons undone={undone} /> });
};

/**
 * Does one thing with many bots, one after the other, and tells what it came to: how many were
 * done, and for every other one why not. Answers the latter.
 */
export const useBulk = () => {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const run = async (which: BulkAct, chosen: readonly BotSummary[]): Promise<BotSummary[]> => {
    const words = acts[which];
    setPending(true);
    flash.inProgress(`${words.doing} ${counted(chosen.length)}`, { id: 'bots-bulk' });
    const undone: Undone = [];
    for (const bot of chosen) {
      const reason = await reasonFor(words, bot);
      if (reason) undone.push({ bot, reason });
    }
    setPending(false);
    say(words, chosen.length, undone);
    const { area } = bots.listBots;
    void queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) => area.some((one) => one === key),
    });
    return undone.map(({ bot }) => bot);
  };
  return { run, isPending };
};
