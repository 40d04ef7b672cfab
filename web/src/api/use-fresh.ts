import { useRef } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';

type Refetch = (options: { cancelRefetch: boolean }) => Promise<unknown>;

/**
 * A function that has the query asked once more after now. An answer that is on its way may be
 * older than what happened, so it is waited for and then asked again: the query library would take
 * it for the new one where it is the first. Calls in the meantime count as one, so that many of
 * them never keep the answer away.
 */
export const useFresh = (key: QueryKey, refetch: Refetch): (() => void) => {
  const queries = useQueryClient();
  const state = useRef({ wanted: false, asking: false });
  const ask = async () => {
    const now = state.current;
    now.wanted = true;
    if (now.asking) return;
    now.asking = true;
    while (now.wanted) {
      now.wanted = queries.isFetching({ queryKey: key, exact: true }) > 0;
      await refetch({ cancelRefetch: false });
    }
    now.asking = false;
  };
  return () => void ask();
};
