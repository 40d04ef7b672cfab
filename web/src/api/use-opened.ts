import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';

type Answer<T> = Pick<UseQueryResult<T>, 'data' | 'isFetchedAfterMount' | 'isStale'>;

/**
 * What the server had when the page was opened, which does not change below an editor's hands. A
 * value from the cache might be old, and no base for changes.
 */
export const useOpened = <T>({ data, isFetchedAfterMount, isStale }: Answer<T>): T | undefined => {
  const [opened, setOpened] = useState<T>();
  if (opened === undefined && data !== undefined && (isFetchedAfterMount || !isStale)) {
    setOpened(data);
  }
  return opened;
};
