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

/** The actions on the form's query besides searching. */
export type SearchDialog = 'export' | 'save' | 'saved';

type Props = {
  dialog: SearchDialog | undefined;
  /** The form's query; undefined until a type is chosen. */
  query: SearchQuery | undefined;
  /** Searches for a saved query, as JSON. */
  onSearch: (query: string) => void;
  onClose: () => void;
};

/** The dialogs that the search form opens. */
export const SearchDialogs = ({ dialog, query, onSearch, onClose }: Props) => (
  <Suspense fallback={null}>
    {dialog === 'export' && query && <LazyExportResources {...{ query, onClose }} />}
    {dialog === 'save' && query && <LazySaveSearch {...{ query, onClose }} />}
    {dialog === 'saved' && <LazySavedSearches {...{ onSearch, onClose }} />}
  </Suspense>
);
