import type { Database } from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import type { PageRequest } from '#lib/kernel/page.ts';
import { type SavedSearch, savedSearch } from './saved-search.schema.ts';
import { savedSearchTable } from './saved-search.table.ts';

/** The saved searches of one organisation, newest first. */
export const savedSearchStore = (db: Database, tenantId: string) => {
  const searches = entityStore<SavedSearch>(db, {
    table: savedSearchTable,
    tenantId,
    parse: (item) => savedSearch.parse(item),
    descending: true,
  });
  return {
    page: (request: PageRequest) => searches.page(request, []),
    underName: searches.underName,
    create: searches.create,
    get: searches.get,
    delete: searches.delete,
  };
};
