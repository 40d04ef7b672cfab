import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { formatCount } from '#lib/kernel/text.ts';
import { tooLargeText } from '#web/components/json/too-large-text.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { RunState } from '#web/components/run-state.tsx';
import { durationText } from '#web/components/run/progress.ts';
import type { NodeTestResult } from './use-node-test.ts';

type Props = { tested: NodeTestResult; onPin: ((output: unknown) => void) | undefined };

type ValueProps = { title: string; value: unknown; bytes: number | undefined };

/** A value, or its size if it is too large for a response. */
const Value = ({ title, value, bytes }: ValueProps) =>
  value === undefined && bytes === undefined ? null : (
    <div>
      <Box variant="awsui-key-label">{title}</Box>
      {bytes === undefined ? (
        <LazyJsonView value={value} subject={title.toLowerCase()} />
      ) : (
        <Box>{tooLargeText(bytes)}</Box>
      )}
    </div>
  );

const notMadeText = (count: number): string =>
  count === 1
    ? '1 call was not made: it needs approval'
    : `${formatCount(count, 'call')} were not made: they need approval`;

/** The result of a test of one node, and the data used. */
export const TestResult = ({ tested, onPin }: Props) => {
  const { status, error, would, calls_not_made: notMade, duration_ms } = tested.test;
  const { input, input_bytes, output, output_bytes } = tested.test;
  return (
    <SpaceBetween size="s">
      <SpaceBetween size="xs" direction="horizontal">
        {/* A step whose calls were left out must not be shown as succeeded. */}
        {(notMade === undefined || status !== 'SUCCEEDED') && (
          <RunState state={status} would={would} />
        )}
        {notMade !== undefined && (
          <StatusIndicator type="warning">{notMadeText(notMade)}</StatusIndicator>
        )}
        <Box color="text-body-secondary">
          {durationText(duration_ms)}, with {tested.sourceName}
          {tested.dryRun ? ', as a dry run' : ''}
        </Box>
      </SpaceBetween>
      {error && <Alert type="error">{error}</Alert>}
      <Value title="Tested input" value={input} bytes={input_bytes} />
      <Value title="Tested output" value={output} bytes={output_bytes} />
      {output !== undefined && onPin && (
        <Button onClick={() => onPin(output)}>Pin this output</Button>
      )}
    </SpaceBetween>
  );
};
