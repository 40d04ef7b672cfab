import type { Database } from '#lib/kernel/database.ts';
import type { ActionUse } from '../actions/action.schema.ts';
import type { Bot } from './bot.schema.ts';
import { botStore } from './bot.store.ts';
import { versionsUsing } from './used-in.rules.ts';

/** Which versions of a bot name an action; undefined if none does. */
const useOf = (bot: Bot, id: string): ActionUse | undefined => {
  const { _id, name, status, action_ids: publishedIds, draft_action_ids: draftIds } = bot;
  const used_in = versionsUsing(bot, id, { publishedIds, draftIds });
  return used_in.length > 0 ? { bot_id: _id, name, status, used_in } : undefined;
};

/** The bots of an organisation whose published version or draft runs an action. */
export const findBotsUsingAction =
  (db: Database) =>
  async (tenantId: string, actionId: string): Promise<ActionUse[]> => {
    const bots = await botStore(db, tenantId).all((bot) => useOf(bot, actionId) !== undefined);
    return bots.flatMap((bot) => useOf(bot, actionId) ?? []);
  };
