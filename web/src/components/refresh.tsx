import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ApiError } from '#web/api/api-error.ts';
import { clockTime } from './time.tsx';

type Props = {
  dataUpdatedAt: number;
  isFetching: boolean;
  data?: unknown;
  error: ApiError | null;
  refetch: () => unknown;
  /** What is fetched again: `listeners`. */
  subject: string;
  /** Text of the button; only an icon by default. */
  text?: string | undefined;
};

/** When the content was last fetched, and a button that fetches it again. */
export const Refresh = ({
  dataUpdatedAt,
  isFetching,
  data,
  error,
  refetch,
  subject,
  text,
}: Props) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    {error && data !== undefined ? (
      <StatusIndicator type="warning">Not refreshed: {error.message}</StatusIndicator>
    ) : (
      dataUpdatedAt > 0 && (
        <Box variant="small" color="text-body-secondary">
          Last updated {clockTime(dataUpdatedAt)}
        </Box>
      )
    )}
    <Button
      iconName="refresh"
      ariaLabel={text ?? `Refresh ${subject}`}
      disabled={isFetching}
      onClick={() => void refetch()}
    >
      {text}
    </Button>
  </SpaceBetween>
);
