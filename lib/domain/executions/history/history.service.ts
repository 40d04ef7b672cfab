import type { Database } from '#lib/kernel/database.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { executionRoutes } from '../execution.routes.ts';
import { executionStates } from '../execution.schema.ts';
import { idBounds, matchesHistoryFilter, standingsIn } from './history.rules.ts';
import type { HistoryFilter } from './history.schema.ts';
import { type HistoryStore, historyStore } from './history.store.ts';

type HistoryCalls = Pick<Service<typeof executionRoutes>, 'listExecutions' | 'listExecutionStates'>;

/** Ids of the bots that the filter accepts; undefined if it does not restrict them. */
const findBotIds = async (
  store: HistoryStore,
  { bot_id, bot_name }: HistoryFilter,
): Promise<string[] | undefined> => {
  if (bot_name === undefined) return bot_id === undefined ? undefined : [bot_id];
  const matchingIds = await store.botsNamed(bot_name);
  return bot_id === undefined ? matchingIds : matchingIds.filter((id) => id === bot_id);
};

/** Calls on the history of runs, one function per route. */
export const historyCalls = ({ db }: { db: Database }): HistoryCalls => ({
  async listExecutions(caller, { number_of_items, page_number, next, ...filter }) {
    const store = historyStore(db, caller.tenant_id);
    const bots = await findBotIds(store, filter);
    const standings = standingsIn(filter);
    const search = { bots, caller: filter.bot_caller, standings, between: idBounds(filter) };
    const botIds = bots && new Set(bots);
    return store.page(search, { number_of_items, page_number, next }, [filter], (run) =>
      matchesHistoryFilter(run, filter, botIds),
    );
  },

  listExecutionStates: async () => ({ states: [...executionStates] }),
});
