import { createContext } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';

/** The edited bot, as last saved, and the function that opens its schedule. */
export type Schedulable = { bot: BotSummary | undefined; schedule: (bot: BotSummary) => void };

/** Provided where a bot is edited: nested forms of its page lead to its schedule. */
export const ScheduleAccess = createContext<Schedulable | undefined>(undefined);
