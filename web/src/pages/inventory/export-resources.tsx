import { useEffect } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { inventory } from '#web/api/inventory.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { saveFile } from '#web/components/files/save-file.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';

/** The parts of the file, fetched one after the other; kept while the dialog is open. */
const useParts = (query: SearchQuery) => {
  const { exportResources } = inventory;
  const file = useInfiniteQuery({
    queryKey: [exportResources.routeKey, query],
    queryFn: ({ signal, pageParam }) =>
      exportResources({ ...query, ...(pageParam && { next: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = file;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const parts = data?.pages ?? [];
  /** After an error the loaded parts are kept, unless the next one is no longer available. */
  const isTooOld = error instanceof ApiError && error.status === 400;
  return {
    parts: parts.map(({ text }) => text),
    resources: parts.reduce((sum, part) => sum + part.resources, 0),
    isDone: data !== undefined && !hasNextPage,
    error,
    retry: () => void (isTooOld || !data ? refetch() : fetchNextPage()),
  };
};

const Progress = ({ resources, isDone }: { resources: number; isDone: boolean }) => {
  if (!isDone) {
    const text = `Writing the file: ${formatCount(resources, 'resource')} so far`;
    return <StatusIndicator type="loading">{text}</StatusIndicator>;
  }
  if (resources === 0) return <>No Inventory Resources Found...</>;
  const text = `${formatCount(resources, 'resource')}, with all of their columns`;
  return <StatusIndicator type="success">{text}</StatusIndicator>;
};

type Props = { query: SearchQuery; onClose: () => void };

/** Exports all resources that a query finds, as a CSV file. */
export const ExportResources = ({ query, onClose }: Props) => {
  const { parts, resources, isDone, error, retry } = useParts(query);
  const hasData = isDone && resources > 0;
  return (
    <Dialog
      title="Export to CSV"
      closeText="Close"
      actions={
        hasData ? (
          <Button variant="primary" onClick={() => saveFile('resources.csv', parts.join(''))}>
            Download
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      {error ? (
        <LoadFailed error={error} subject="the file" onRetry={retry} />
      ) : (
        <Progress resources={resources} isDone={isDone} />
      )}
    </Dialog>
  );
};
