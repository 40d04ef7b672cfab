import type { Database } from '#lib/kernel/database.ts';
import { actionFor } from '../actions/found-action.service.ts';
import type { UsingBot } from '../integrations/integration.schema.ts';
import type { Bot } from './bot.schema.ts';
import { botStore, botVersionStore } from './bot.store.ts';
import { actionsWith } from './integration.rules.ts';

const scheduleOf = ({ trigger_type, cron_expression, tz_info = 'UTC' }: Bot) =>
  trigger_type === 'scheduled' && cron_expression !== undefined
    ? { schedule: { cron_expression, tz_info } }
    : {};

/** The actions that a bot runs with an integration, by name; one that is gone has its id. */
const actionsOf = async (db: Database, bot: Bot, accountId: string) => {
  const { tenant_id, _id, published_version = bot.draft_version } = bot;
  const found = await botVersionStore(db, tenant_id).get(_id, published_version);
  const ids = found ? actionsWith(found.graph, accountId) : [];
  const named = ids.map(async (action_id) => {
    const name = (await actionFor(db, tenant_id, action_id))?.name ?? action_id;
    return { action_id, name };
  });
  return Promise.all(named);
};

/** The bots of an organisation that use an integration: when they run, and what they do with it. */
export const botsWith =
  (db: Database) =>
  async (tenantId: string, accountId: string): Promise<UsingBot[]> => {
    const bots = await botStore(db, tenantId).all((bot) => bot.integration_ids.includes(accountId));
    const told = bots.map(async (bot) => ({
      bot_id: bot._id,
      name: bot.name,
      status: bot.status,
      ...scheduleOf(bot),
      actions: await actionsOf(db, bot, accountId),
    }));
    return Promise.all(told);
  };
