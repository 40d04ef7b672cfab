import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';

/** In place of a list's rows where there are none: what would stand here, and how to make it. */
export const Empty = ({
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

/** The same where none was found yet, and the list has not ended. */
export const NotYet = ({
  rows,
  looked,
  onSearchOn,
}: {
  rows: string;
  looked: number;
  onSearchOn: (() => void) | undefined;
}) => (
  <Empty
    title="Nothing found yet"
    text={`No match among the ${looked} ${rows} searched last. There may be more.`}
    action={onSearchOn && <Button onClick={onSearchOn}>Search further</Button>}
  />
);

/** The same where a filter leaves none. */
type NoMatchProps = {
  rows: string;
  onClear: () => void;
  /** What else may help. */
  more?: ReactNode;
};

export const NoMatch = ({ rows, onClear, more }: NoMatchProps) => (
  <Empty
    title="No matches"
    text={`No ${rows} match the filter.`}
    action={
      <>
        <Button onClick={onClear}>Clear filters</Button>
        {more && (
          <Box display="inline-block" margin={{ left: 'xs' }}>
            {more}
          </Box>
        )}
      </>
    }
  />
);
