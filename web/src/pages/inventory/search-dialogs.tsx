import { Suspense } from 'react';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';

const ExportResources = lazyDialog(
  async () => (await import('./export-resources.tsx')).ExportResources,
);
const SaveSearch = lazyDialog(async () => (await import('./save-search.tsx')).SaveSearch);
const SavedSearches = lazyDialog(async () => (await import('./saved-searches.tsx')).SavedSearches);

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
    {open === 'export' && query && <ExportResources {...{ query, onClose }} />}
    {open === 'save' && query && <SaveSearch {...{ query, onClose }} />}
    {open === 'saved' && <SavedSearches {...{ onSearch, onClose }} />}
  </Suspense>
);
