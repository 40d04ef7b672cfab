import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { counted } from '#lib/kernel/text.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { RunState } from '#web/components/run-state.tsx';
import { durationText } from '#web/components/run/progress.ts';
import type { Tested } from './use-node-test.ts';

type Props = { tested: Tested; onPin: ((output: unknown) => void) | undefined };

const Value = ({ title, value }: { title: string; value: unknown }) => (
  <div>
    <Box variant="awsui-key-label">{title}</Box>
    <LazyJsonView value={value} what={title.toLowerCase()} />
  </div>
);

const notMadeText = (count: number): string =>
  count === 1
    ? '1 call was not made: it needs approval'
    : `${counted(count, 'call')} were not made: they need approval`;

/** What a test of one node came to, and which data it had. */
export const TestResult = ({ tested, onPin }: Props) => {
  const { status, output, error, input, would, calls_not_made: notMade, duration_ms } = tested.test;
  return (
    <SpaceBetween size="s">
      <SpaceBetween size="xs" direction="horizontal">
        {/* Of what was left out nobody reads that it succeeded. */}
        {(notMade === undefined || status !== 'SUCCEEDED') && (
          <RunState state={status} would={would} />
        )}
        {notMade !== undefined && (
          <StatusIndicator type="warning">{notMadeText(notMade)}</StatusIndicator>
        )}
        <Box color="text-body-secondary">
          {durationText(duration_ms)}, with {tested.with}
          {tested.dryRun ? ', as a dry run' : ''}
        </Box>
      </SpaceBetween>
      {error && <Alert type="error">{error}</Alert>}
      {input !== undefined && <Value title="Tested input" value={input} />}
      {output !== undefined && <Value title="Tested output" value={output} />}
      {output !== undefined && onPin && (
        <Button onClick={() => onPin(output)}>Pin this output</Button>
      )}
    </SpaceBetween>
  );
};
