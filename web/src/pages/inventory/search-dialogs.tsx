import { Suspense } from 'react';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';

const LazyExportResources = lazyDialog(
  async () => (await import('./export-resources.tsx')).ExportResources,
);
const LazySaveSearch = lazyDialog(async () => (await import('./save-search.tsx')).SaveSearch);
const LazySavedSearches = lazyDialog(
  async () => (await import('./saved-searches.tsx')).SavedSearches,
);

/** What may be done with the query of the form besides searching. */
export type SearchDialog = 'export' | 'save' | 'saved';

type Props = {
  open: SearchDialog | undefined;
  /** What the form asks for; absent until a type is chosen. */
  query: SearchQuery | undefined;
  /** Searches for a query that was saved, as JSON. */
  onSearch: (query: string) => void;
  onClose: () => void;
};

/** The windows that the form of the search opens. */
export const SearchDialogs = ({ open, query, onSearch, onClose }: Props) => (
  <Suspense fallback={null}>
    {open === 'export' && query && <LazyExportResources {...{ query, onClose }} />}
    {open === 'save' && query && <LazySaveSearch {...{ query, onClose }} />}
    {open === 'saved' && <LazySavedSearches {...{ onSearch, onClose }} />}
  </Suspense>
);
