import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

/** Shown instead of rows if there are none: what the list is for, and how to create an item. */
export const EmptyState = ({
  title,
  text,
  action,
}: {
  title: string;
  text: string;
  action?: ReactNode;
}) => (
  <Box textAlign="center" color="inherit" padding={{ vertical: 'l' }}>
    <SpaceBetween size="xs">
      <Box variant="h2" fontSize="heading-s" color="inherit">
        {title}
      </Box>
      <Box color="text-body-secondary">{text}</Box>
      {action}
    </SpaceBetween>
  </Box>
);

/** Shown if none was found so far and the list has not ended. */
export const NoneFoundYet = ({
  rows,
  searchedCount,
  onSearchOn,
}: {
  rows: string;
  searchedCount: number;
  onSearchOn: (() => void) | undefined;
}) => (
  <EmptyState
    title="Nothing found yet"
    text={`No match among the ${searchedCount} ${rows} searched last. There may be more.`}
    action={onSearchOn && <Button onClick={onSearchOn}>Search further</Button>}
  />
);

/** Shown if the filter leaves no rows. */
type NoMatchProps = {
  rows: string;
  onClear: () => void;
  /** Further advice. */
  advice?: ReactNode;
};

export const NoMatch = ({ rows, onClear, advice }: NoMatchProps) => (
  <EmptyState
    title="No matches"
    text={`No ${rows} match the filter.`}
    action={
      <>
        <Button onClick={onClear}>Clear filters</Button>
        {advice && (
          <Box display="inline-block" margin={{ left: 'xs' }}>
            {advice}
          </Box>
        )}
      </>
    }
  />
);
