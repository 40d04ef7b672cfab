import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { searchedCount } from '#web/api/full-page.ts';
import { EmptyState, NoMatch, NoneFoundYet } from './empty-state.tsx';
import type { ListAnswer, ListProps } from './list-props.ts';
import { LoadFailed } from './load-failed.tsx';

/** Until the list has ended there may be more matches, however many entries were looked through. */
const mayHoldMore = <T,>({ data }: ListAnswer<T>): boolean => data?.next !== undefined;

/** Whether the search for rows continues, with none found so far. */
export const isSearching = <T,>({ answer }: ListProps<T>): boolean =>
  answer.isFetching && mayHoldMore(answer) && answer.data?.items.length === 0;

/** The text while rows are fetched. */
export const loadingText = <T,>(props: ListProps<T>): string => {
  const { answer, rows } = props;
  const { data } = answer;
  return data && isSearching(props)
    ? `No match among ${searchedCount(data)} ${rows} so far, still searching`
    : `Loading ${rows}`;
};

/** Shown below rows that do not fill the page although there may be more. */
export const SearchFooter = <T,>({ answer, rows, pageSize }: ListProps<T>) => {
  const { data, isFetching } = answer;
  if (!data || !mayHoldMore(answer) || data.items.length >= pageSize) return null;
  const searchedText = `${searchedCount(data)} ${rows} were searched for this page`;
  return isFetching ? (
    <StatusIndicator type="loading">{searchedText} so far, still searching</StatusIndicator>
  ) : (
    <Box color="text-body-secondary">{searchedText}. The next page continues the search.</Box>
  );
};

/** Shown instead of rows if there are none: why, and what to do. */
export const EmptySlot = <T,>(props: ListProps<T>) => {
  const { answer, rows, empty, onClearFilter, onSearchOn, page, onPage } = props;
  const { data, error, refetch } = answer;
  // The address may name a page beyond the number that the server counts to.
  if (error?.status === 400 && page > 1) {
    return (
      <EmptyState
        title="This page cannot be shown"
        text={error.message}
        action={<Button onClick={() => onPage({ page: 1 })}>Go to the first page</Button>}
      />
    );
  }
  if (error) return <LoadFailed error={error} subject={rows} onRetry={refetch} />;
  if (data && mayHoldMore(answer)) {
    return <NoneFoundYet rows={rows} searchedCount={searchedCount(data)} onSearchOn={onSearchOn} />;
  }
  if (data && page > 1) {
    return (
      <EmptyState
        title={`There is no page ${page}`}
        text="The list has fewer pages."
        action={<Button onClick={() => onPage({ page: 1 })}>Go to the first page</Button>}
      />
    );
  }
  if (onClearFilter) return <NoMatch rows={rows} onClear={onClearFilter} />;
  return <EmptyState {...empty} />;
};
