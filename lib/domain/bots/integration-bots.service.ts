import type { Database } from '#lib/kernel/database.ts';
import { findAnyAction } from '../actions/find-action.service.ts';
import type { UsingBot } from '../integrations/integration.schema.ts';
import type { FindBotsUsing } from '../integrations/integration.service.ts';
import type { Bot } from './bot.schema.ts';
import { botStore, botVersionStore } from './bot.store.ts';
import { actionIdsWith } from './integration.rules.ts';
import { versionsUsing } from './used-in.rules.ts';

const scheduleOf = ({ trigger_type, cron_expression, tz_info = 'UTC' }: Bot) =>
  trigger_type === 'scheduled' && cron_expression !== undefined
    ? { schedule: { cron_expression, tz_info } }
    : {};

const versionsUsingAny = (bot: Bot, ids: readonly string[]): UsingBot['used_in'] => {
  const usedIds = { publishedIds: bot.integration_ids, draftIds: bot.draft_integration_ids };
  const uses = new Set(ids.flatMap((id) => versionsUsing(bot, id, usedIds)));
  return (['published', 'draft'] as const).filter((one) => uses.has(one));
};

/** The actions that these versions run with an integration; a deleted one is named by its id. */
const actionsOf = async (
  db: Database,
  { tenant_id, _id, published_version, draft_version }: Bot,
  { accounts, used_in }: { accounts: readonly string[]; used_in: UsingBot['used_in'] },
) => {
  const byUse = { published: published_version, draft: draft_version };
  const versions = [...new Set(used_in.flatMap((one) => byUse[one] ?? []))];
  const store = botVersionStore(db, tenant_id);
  const found = await Promise.all(versions.map((version) => store.get(_id, version)));
  const ids = found.flatMap((one) => (one ? actionIdsWith(one.graph, accounts) : []));
  const actions = [...new Set(ids)].map(async (action_id) => {
    const name = (await findAnyAction(db, tenant_id, action_id))?.name ?? action_id;
    return { action_id, name };
  });
  return Promise.all(actions);
};

/**
 * The bots whose published version or draft uses an integration, or another one that acts with its
 * role, with their schedules and the actions that they run with it.
 */
export const findBotsUsingIntegration =
  (db: Database): FindBotsUsing =>
  async (tenantId, accountId, acting) => {
    const accounts = [accountId, ...acting.map((one) => one.accountId)];
    const bots = await botStore(db, tenantId).all(
      (bot) => versionsUsingAny(bot, accounts).length > 0,
    );
    const usingBots = bots.map(async (bot): Promise<UsingBot> => {
      const used_in = versionsUsingAny(bot, accounts);
      const by = acting.filter((one) => versionsUsingAny(bot, [one.accountId]).length > 0);
      return {
        bot_id: bot._id,
        name: bot.name,
        status: bot.status,
        used_in,
        ...(used_in.includes('published') && scheduleOf(bot)),
        actions: await actionsOf(db, bot, { accounts, used_in }),
        ...(by.length > 0 && { through: by.map(({ alias }) => alias) }),
      };
    });
    return Promise.all(usingBots);
  };
