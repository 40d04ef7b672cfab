import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { mayAskAgain } from './may-ask-again.ts';
import { readShown } from './read-again.ts';

/** Returns a function that repeats the query while it is shown: see `readShown`. */
export const useFresh = (queryKey: QueryKey): (() => void) => {
  const queries = useQueryClient();
  return () => readShown(queries, { queryKey, exact: true, predicate: mayAskAgain });
};
