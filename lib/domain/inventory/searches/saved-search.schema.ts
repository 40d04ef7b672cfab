import * as z from 'zod';
import { isVisibleLine, nameText } from '#lib/kernel/display-text.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { searchQuery } from '../search/query.schema.ts';

/** The most searches that an organisation may save. */
export const maxSavedSearches = 100;

export const newSavedSearch = z.strictObject({
  name: nameText()
    .min(1, 'Please enter a name.')
    .max(80, 'A name has at most 80 characters.')
    .refine(isVisibleLine, 'A name must be one line without invisible characters.'),
  query: searchQuery,
});

/** A query with a name; every user of the organisation who may search can see it. */
export const savedSearch = newSavedSearch.extend({
  // Without the rules for new names, which were different earlier.
  name: z.string(),
  tenant_id: z.string(),
  _id: z.string(),
  /** The user who saved it. */
  created_by: z.string(),
  created_at: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const savedSearchView = savedSearch.omit({ tenant_id: true });
export type SavedSearchView = z.infer<typeof savedSearchView>;

export const savedSearchPage = pageOf(savedSearchView);
