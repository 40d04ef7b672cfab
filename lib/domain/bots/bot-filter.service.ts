import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { idsUsingRoleOf } from '../integrations/role-users.service.ts';
import { matchesFilter } from './bot.rules.ts';
import type { Bot } from './bot.schema.ts';

type Filter = Omit<Parameters<typeof matchesFilter>[1], 'integration_ids'>;

/** Predicate of a list's filter; by integration it includes others that act with its role. */
export const createBotFilter = async (
  db: Database,
  { tenant_id }: Caller,
  { integration_id, ...filter }: Filter & { integration_id?: string | undefined },
) => {
  const integration_ids = integration_id
    ? await idsUsingRoleOf(db, tenant_id, integration_id)
    : undefined;
  return (bot: Bot) => matchesFilter(bot, { ...filter, integration_ids });
};
