import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';

type Answer<T> = Pick<UseQueryResult<T>, 'data' | 'isFetchedAfterMount' | 'isStale'>;

/**
 * The server's value when the page was opened, which does not change while it is edited. A value
 * from the cache might be outdated, and is no base for changes.
 */
export const useInitialData = <T>({
  data,
  isFetchedAfterMount,
  isStale,
}: Answer<T>): T | undefined => {
  const [initial, setInitial] = useState<T>();
  if (initial === undefined && data !== undefined && (isFetchedAfterMount || !isStale)) {
    setInitial(data);
  }
  return initial;
};
