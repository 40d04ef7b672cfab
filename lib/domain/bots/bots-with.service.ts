import type { Database } from '#lib/kernel/database.ts';
import { actionFor } from '../actions/found-action.service.ts';
import type { UsingBot } from '../integrations/integration.schema.ts';
import type { Bot } from './bot.schema.ts';
import { botStore, botVersionStore } from './bot.store.ts';
import { actionsWith } from './integration.rules.ts';
import { usedIn } from './used-in.rules.ts';

const scheduleOf = ({ trigger_type, cron_expression, tz_info = 'UTC' }: Bot) =>
  trigger_type === 'scheduled' && cron_expression !== undefined
    ? { schedule: { cron_expression, tz_info } }
    : {};

const usedInOf = (bot: Bot, accountId: string): UsingBot['used_in'] =>
  usedIn(bot, accountId, { said: bot.integration_ids, drawn: bot.draft_integration_ids });

/** The actions that versions of a bot run with an integration; one that is gone has its id. */
const actionsOf = async (
  db: Database,
  { tenant_id, _id, published_version, draft_version }: Bot,
  { accountId, used_in }: { accountId: string; used_in: UsingBot['used_in'] },
) => {
  const byUse = { published: published_version, draft: draft_version };
  const versions = [...new Set(used_in.flatMap((one) => byUse[one] ?? []))];
  const store = botVersionStore(db, tenant_id);
  const found = await Promise.all(versions.map((version) => store.get(_id, version)));
  const ids = found.flatMap((one) => (one ? actionsWith(one.graph, accountId) : []));
  const named = [...new Set(ids)].map(async (action_id) => {
    const name = (await actionFor(db, tenant_id, action_id))?.name ?? action_id;
    return { action_id, name };
  });
  return Promise.all(named);
};

/**
 * The bots of an organisation whose published version or draft uses an integration: when they run,
 * and what they do with it.
 */
export const botsWith =
  (db: Database) =>
  async (tenantId: string, accountId: string): Promise<UsingBot[]> => {
    const bots = await botStore(db, tenantId).all((bot) => usedInOf(bot, accountId).length > 0);
    const told = bots.map(async (bot) => {
      const used_in = usedInOf(bot, accountId);
      return {
        bot_id: bot._id,
        name: bot.name,
        status: bot.status,
        used_in,
        ...(used_in.includes('published') && scheduleOf(bot)),
        actions: await actionsOf(db, bot, { accountId, used_in }),
      };
    });
    return Promise.all(told);
  };
