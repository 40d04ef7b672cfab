import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
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

/** What a test of one node came to, and which data it had. */
export const TestResult = ({ tested, onPin }: Props) => {
  const { status, output, error, input, would, duration_ms } = tested.test;
  return (
    <SpaceBetween size="s">
      <SpaceBetween size="xs" direction="horizontal">
        <RunState state={status} would={would} />
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
