import type { Database } from '#lib/kernel/database.ts';
import type { Accept } from '#lib/kernel/lists.ts';
import { type Filter, matches } from './bot.rules.ts';
import type { Bot } from './bot.schema.ts';
import { botVersionStore } from './bot.store.ts';
import { integrationsOf } from './integration.rules.ts';
import type { IntegrationType } from './integration.schema.ts';

/** Bots say it themselves; of those that were last saved before they did, the graph is read. */
const typesOf = async (db: Database, bot: Bot): Promise<readonly IntegrationType[]> => {
  if (bot.integration_types) return bot.integration_types;
  const { tenant_id, _id, published_version, draft_version } = bot;
  const version = published_version ?? draft_version;
  const found = await botVersionStore(db, tenant_id).get(_id, version);
  return found ? integrationsOf(found.graph) : [];
};

type BotFilter = Filter & { integration_type?: IntegrationType | undefined };

/** Whether a bot belongs into a list filtered so. */
export const matching =
  (db: Database, { integration_type, ...filter }: BotFilter): Accept<Bot> =>
  async (bot) =>
    matches(bot, filter) &&
    (integration_type === undefined || (await typesOf(db, bot)).includes(integration_type));
