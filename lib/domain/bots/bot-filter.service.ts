import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { actingWith } from '../integrations/acting.service.ts';
import { matches } from './bot.rules.ts';
import type { Bot } from './bot.schema.ts';

type Filter = Omit<Parameters<typeof matches>[1], 'integration_ids'>;

/** Predicate of a list's filter; by integration it includes others that act with its role. */
export const acceptedBy = async (
  db: Database,
  { tenant_id }: Caller,
  { integration_id, ...filter }: Filter & { integration_id?: string | undefined },
) => {
  const integration_ids = integration_id
    ? await actingWith(db, tenant_id, integration_id)
    : undefined;
  return (bot: Bot) => matches(bot, { ...filter, integration_ids });
};
