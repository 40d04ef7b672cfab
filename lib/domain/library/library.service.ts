import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import { type LibraryFilter, matchesFilter, summaryOf } from './library.rules.ts';
import type { libraryRoutes } from './library.routes.ts';
import type { LibraryBot } from './library.schema.ts';

type LibraryQuery = Omit<LibraryFilter, 'integration_types'> & {
  integration_type?: string | undefined;
  integration_id?: string | undefined;
};

/** All templates, loaded on demand because they are large. */
const allBots = async () => (await import('./library-bots.ts')).libraryBots;

/** Calls of the bot library, which is the same for all users and changes only with releases. */
export const libraryService = ({ db }: { db: Database }): Service<typeof libraryRoutes> => {
  /** The matching templates. They name no integration, so only the type of one is used. */
  const findMatching = async (
    { tenant_id }: Caller,
    { integration_id, integration_type, ...filter }: LibraryQuery,
  ): Promise<LibraryBot[]> => {
    const integration_types = integration_type ? [integration_type] : [];
    if (integration_id) {
      const integration = await integrationStore(db, tenant_id).get(integration_id);
      if (!integration) return [];
      integration_types.push(integration.cspName);
    }
    const bots = await allBots();
    return bots.filter((bot) => matchesFilter(bot, { ...filter, integration_types }));
  };

  return {
    async listLibraryBots(caller, { number_of_items, page_number = 1, ...query }) {
      const found = await findMatching(caller, query);
      const first = (page_number - 1) * number_of_items;
      const items = found.slice(first, first + number_of_items).map(summaryOf);
      return { items, count: found.length };
    },

    async getLibraryBot(_, { library_bot_id }) {
      const bots = await allBots();
      const found = bots.find(({ _id }) => _id === library_bot_id);
      if (!found) throw notFound('library bot');
      return found;
    },
  };
};
