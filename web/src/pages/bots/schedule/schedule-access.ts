import { createContext } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';

/** The bot that is drawn, as it was saved last, and what asks when it runs. */
export type Schedulable = { bot: BotSummary | undefined; schedule: (bot: BotSummary) => void };

/** Known where a bot is changed: forms deep inside of its page lead to its schedule. */
export const ScheduleAccess = createContext<Schedulable | undefined>(undefined);
