import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { canRefetch } from './can-refetch.ts';
import { refetchShown } from './refetch.ts';

/** Returns a function that repeats the query while it is shown: see `refetchShown`. */
export const useRefetch = (queryKey: QueryKey): (() => void) => {
  const queries = useQueryClient();
  return () => refetchShown(queries, { queryKey, exact: true, predicate: canRefetch });
};
