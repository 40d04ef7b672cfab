import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { inventoryRoutes } from '../inventory.routes.ts';
import { requireQueryColumns } from '../search/check-query.service.ts';
import type { SearchDeps } from '../search/search.service.ts';
import { maxSavedSearches, type SavedSearch, type SavedSearchView } from './saved-search.schema.ts';
import { savedSearchStore } from './saved-search.store.ts';

type SavedSearchCalls = 'listSavedSearches' | 'saveSearch' | 'deleteSavedSearch';

const viewOf = ({ tenant_id: _, ...view }: SavedSearch): SavedSearchView => view;

const tooMany = () =>
  conflict(`There are ${maxSavedSearches} saved searches, which is the maximum. Delete one first.`);

/** Calls that list, save and delete searches. */
export const savedSearchCalls = (
  deps: SearchDeps,
): Pick<Service<typeof inventoryRoutes>, SavedSearchCalls> => ({
  async listSavedSearches({ tenant_id }, request) {
    const page = await savedSearchStore(deps.db, tenant_id).page(request);
    return { ...page, items: page.items.map(viewOf) };
  },

  async saveSearch({ tenant_id, user_id }, { name, query }) {
    await requireQueryColumns(deps, tenant_id, query);
    const searches = savedSearchStore(deps.db, tenant_id);
    const now = deps.clock();
    const savedSearch = {
      _id: timedId('srch', now),
      name,
      query,
      created_by: user_id,
      created_at: isoTime(now),
    };
    const taken = () => conflict(`Another saved search is called "${name}".`, { field: 'name' });
    const room = { max: maxSavedSearches, full: tooMany };
    await searches.underName(savedSearch, { now, taken, room }, () => searches.create(savedSearch));
    return savedSearch;
  },

  async deleteSavedSearch({ tenant_id }, { search_id }) {
    const searches = savedSearchStore(deps.db, tenant_id);
    const found = await searches.get(search_id);
    if (!found || !(await searches.delete(search_id))) throw notFound('saved search');
    return { name: found.name };
  },
});
